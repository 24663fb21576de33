import { useMediaQuery } from "@mantine/hooks";

/** Whether the window is as narrow as a phone's. */
export const useIsNarrow = (): boolean =>
  useMediaQuery("(max-width: 36em)", false, { getInitialValueInEffect: false });
