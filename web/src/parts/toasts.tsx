import { Notifications } from "@mantine/notifications";
import { useIsNarrow } from "./narrow.ts";
import { MOST_TOASTS } from "./notices.tsx";

/** On a phone under the header: the buttons one presses next are at the bottom. */
export function Toasts() {
  const position = useIsNarrow("small") ? "top-center" : "bottom-right";
  return (
    <Notifications
      position={position}
      limit={MOST_TOASTS}
      pauseResetOnHover="notification"
      className="toasts"
    />
  );
}
