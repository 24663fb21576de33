import { useMatches } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { MOST_TOASTS } from "./notices.tsx";

/** On a phone under the header: the buttons one presses next are at the bottom. */
export function Toasts() {
  const position = useMatches({ base: "top-center", sm: "bottom-right" } as const, {
    getInitialValueInEffect: false,
  });
  return (
    <Notifications
      position={position}
      limit={MOST_TOASTS}
      pauseResetOnHover="notification"
      className="toasts"
    />
  );
}
