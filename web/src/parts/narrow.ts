import { useMediaQuery } from "@mantine/hooks";

/** As the theme's xs and md: a phone; a window with no room beside the navigation. */
const WIDTHS = { phone: "36em", tablet: "62em" };

/** Whether the window is no wider than that of such a device. */
export const useIsNarrow = (device: keyof typeof WIDTHS = "phone"): boolean =>
  useMediaQuery(`(max-width: ${WIDTHS[device]})`, false, { getInitialValueInEffect: false });
