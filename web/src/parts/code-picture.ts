import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CallError, call } from "../api/call.ts";

/** In the server's own words why there is no picture: the service is away, or the pixels are too few. */
export function pictureProblem(error: unknown): string {
  if (!(error instanceof CallError)) return "The picture could not be drawn. Please try again.";
  const { size } = error.fields;
  return size === undefined ? error.message : `This size ${size} pixels. Or take SVG or PDF.`;
}

/** Pictures of codes are a few kilobytes: small enough to be kept in their address. */
const dataUrlOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });

/** The picture at a path, none for null; the one before it until it has come. `version` is the code's. */
export function useCodePicture(path: string | null, version: string) {
  const picture = useQuery({
    queryKey: ["picture", path, version],
    queryFn: async () => dataUrlOf(await call.picture(path!)),
    enabled: path !== null,
    placeholderData: keepPreviousData,
    // Nobody waits to hear that there is no network; it is asked again when there is.
    retry: (count, error) => count < 2 && error instanceof CallError && error.status >= 500,
  });
  return { source: picture.data, error: picture.error, isOld: picture.isPlaceholderData };
}
