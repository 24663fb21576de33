import { useMediaQuery } from "@mantine/hooks";

/**
 * Up to where the theme's xs, sm, md and xl begin: a phone; no navigation beside the page; little width left;
 * enough for all but a long row of buttons.
 */
const WIDER = { phone: "36em", small: "48em", tablet: "62em", laptop: "88em" };

type Device = keyof typeof WIDER;

/** As the theme asks, from the wider side: at the very width only one of the two holds. */
const widerThan = (device: Device): string => `(min-width: ${WIDER[device]})`;

/** Whether the window is no wider than that of such a device. */
export const useIsNarrow = (device: Device = "phone"): boolean =>
  !useMediaQuery(widerThan(device), true, { getInitialValueInEffect: false });

/** The same outside of what is drawn. */
export const isNarrow = (device: Device): boolean => !window.matchMedia(widerThan(device)).matches;
