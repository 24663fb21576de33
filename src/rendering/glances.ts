import { nudged, type Picture } from "./camera.ts";
import { decodeAgain } from "./second-decoder.ts";

/**
 * A phone sees many pictures of a code, none like another. The second decoder may fail at one of them
 * and read the next, so it is shown the picture as it is and as a hand that trembles holds it.
 */
const GLANCES: ((picture: Picture) => Picture)[] = [
  (picture) => picture,
  (picture) => nudged(picture, 2, 0.97),
  (picture) => nudged(picture, -3, 1.03),
  (picture) => nudged(picture, 5, 1.06),
];

export const readsAtSomeGlance = (picture: Picture, text: string): boolean =>
  GLANCES.some((glance) => decodeAgain(glance(picture)) === text);

export const readsAtEveryGlance = (picture: Picture, text: string): boolean =>
  GLANCES.every((glance) => decodeAgain(glance(picture)) === text);
