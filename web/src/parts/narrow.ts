import { useMediaQuery } from "@mantine/hooks";

/**
 * The theme's breakpoints xs, sm, md and xl: a phone; no side bar; little space; enough for all but a long row of
 * buttons.
 */
const WIDER = { phone: "36em", small: "48em", tablet: "62em", laptop: "88em" };

type Device = keyof typeof WIDER;

/** Same direction as the theme's media queries, so that both agree at the exact width. */
const widerThan = (device: Device): string => `(min-width: ${WIDER[device]})`;

/** Whether the window is no wider than on such a device. */
export const useIsNarrow = (device: Device = "phone"): boolean =>
  !useMediaQuery(widerThan(device), true, { getInitialValueInEffect: false });

/** The same outside React components. */
export const isNarrow = (device: Device): boolean => !window.matchMedia(widerThan(device)).matches;
