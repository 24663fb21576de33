/** What the server takes. */
const MOST_BYTES = 1024 * 1024;
const MOST_PIXELS = 4096;
/** More than a logo is drawn with anywhere. */
const ENOUGH_PIXELS = 1024;

/** A photo straight from a phone, small enough for a logo. What is not read here the server answers for. */
export async function fitLogo(file: File): Promise<Blob> {
  if (file.type === "image/svg+xml") return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return file;
  const longest = Math.max(picture.width, picture.height);
  if (file.size <= MOST_BYTES && longest <= MOST_PIXELS) return file;
  const share = Math.min(1, ENOUGH_PIXELS / longest);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * share));
  canvas.height = Math.max(1, Math.round(picture.height * share));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // Photos are too large as PNG; where WebP cannot be written, PNG comes by itself.
  return new Promise((resolve) => canvas.toBlob((small) => resolve(small ?? file), "image/webp", 0.9));
}
