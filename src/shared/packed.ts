/**
 * zlib objects live until the next full garbage collection, and each keeps its last output buffer. So the buffer is
 * allocated outside the pool and detached from the object.
 */
export const PACKED_CHUNK = Buffer.poolSize;

/** Detaches the result of zlib, written in chunks of PACKED_CHUNK, from its buffer. */
export function takeOver({ buffer, byteOffset, length }: Buffer<ArrayBuffer>): Buffer {
  const isAlone = byteOffset === 0 && buffer.byteLength === PACKED_CHUNK;
  return Buffer.from(isAlone ? buffer.transfer(length) : buffer, byteOffset, length);
}
