/** Numbers as bytes: from 0 on with seven bits a byte, lowest first; signed ones with their sign in the lowest bit. */

const CONTINUED = 0x80;

export interface ByteWriter {
  varint(value: number): void;
  signed(value: number): void;
  bytes(some: Uint8Array): void;
  /** With its length before it. */
  part(some: Uint8Array): void;
  written(): Uint8Array;
}

export function createByteWriter(): ByteWriter {
  let buffer = new Uint8Array(64);
  let length = 0;
  const reserve = (more: number) => {
    if (length + more <= buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * buffer.length, length + more));
    larger.set(buffer);
    buffer = larger;
  };
  const writer: ByteWriter = {
    varint(value) {
      if (length + 8 > buffer.length) reserve(8);
      if (value < CONTINUED) {
        buffer[length++] = value;
        return;
      }
      let left = value;
      for (; left >= CONTINUED; left = Math.floor(left / CONTINUED)) buffer[length++] = (left % CONTINUED) | CONTINUED;
      buffer[length++] = left;
    },
    signed: (value) => writer.varint(value < 0 ? -2 * value - 1 : 2 * value),
    bytes(some) {
      reserve(some.length);
      buffer.set(some, length);
      length += some.length;
    },
    part(some) {
      writer.varint(some.length);
      writer.bytes(some);
    },
    written: () => buffer.slice(0, length),
  };
  return writer;
}

export interface ByteReader {
  varint(): number;
  signed(): number;
  bytes(count: number): Uint8Array;
  part(): Uint8Array;
  isAtEnd(): boolean;
}

const CUT_OFF = "The bytes are cut off.";

export function createByteReader(buffer: Uint8Array): ByteReader {
  let at = 0;
  const reader: ByteReader = {
    varint() {
      let byte = buffer[at++];
      if (byte === undefined) throw new Error(CUT_OFF);
      if (byte < CONTINUED) return byte;
      let value = byte % CONTINUED;
      for (let weight = CONTINUED; byte >= CONTINUED; weight *= CONTINUED) {
        byte = buffer[at++];
        if (byte === undefined) throw new Error(CUT_OFF);
        value += (byte % CONTINUED) * weight;
      }
      return value;
    },
    signed() {
      const value = reader.varint();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    },
    bytes(count) {
      if (at + count > buffer.length) throw new Error(CUT_OFF);
      at += count;
      return buffer.subarray(at - count, at);
    },
    part: () => reader.bytes(reader.varint()),
    isAtEnd: () => at === buffer.length,
  };
  return reader;
}
