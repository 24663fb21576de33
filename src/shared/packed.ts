/**
 * zlib's objects live until the next full collection of garbage, which many small works in a row do not
 * bring about, and each keeps the buffer that it wrote into last. So it gets one apart from the pool of
 * small buffers, and that is taken from it.
 */
export const PACKED_CHUNK = Buffer.poolSize;

/** What zlib gave when it wrote in pieces of PACKED_CHUNK, without what stays behind with it. */
export function takeOver({ buffer, byteOffset, length }: Buffer<ArrayBuffer>): Buffer {
  const isAlone = byteOffset === 0 && buffer.byteLength === PACKED_CHUNK;
  return Buffer.from(isAlone ? buffer.transfer(length) : buffer, byteOffset, length);
}
