import { getDefaultZIndex } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useIsNarrow } from "./narrow.ts";
import { MOST_TOASTS } from "./notices.tsx";

/** Over windows, but under the menu one has opened: a press meant for it would meet a toast. */
const HEIGHT = getDefaultZIndex("popover") - 1;

/** On a phone under the header: the buttons one presses next are at the bottom. */
export function Toasts() {
  const position = useIsNarrow("small") ? "top-center" : "bottom-right";
  return (
    <Notifications
      position={position}
      zIndex={HEIGHT}
      limit={MOST_TOASTS}
      pauseResetOnHover="notification"
      className="toasts"
    />
  );
}
