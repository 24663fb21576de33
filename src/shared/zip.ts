/** Writes ZIP files as bytes to send on: of what has been given, only what the directory says is kept. */
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { crc32, createDeflateRaw, deflateRaw, type ZlibOptions } from "node:zlib";
import { PACKED_CHUNK, takeOver } from "./packed.ts";

export interface ZipFileOptions {
  /** Unix ms. */
  modifiedAt: number;
  /** False for what is packed already. */
  compress: boolean;
}

interface Entry extends Sizes {
  name: string;
  method: number;
  flags: number;
  modifiedAt: number;
  /** Where it begins in the file. */
  offset: number;
}

interface Sizes {
  crc: number;
  packed: number;
  size: number;
}

const STORED = 0;
const DEFLATED = 8;
const UTF8_NAME = 0x0800;
const SIZES_FOLLOW = 0x0008;
const READABLE_FILE = (0o100644 << 16) >>> 0;
/** On a Unix, by version 6.3 of the format. */
const MADE_BY = (3 << 8) | 63;
const NEEDS = 20;
const NEEDS_64 = 45;
/** From here on a number stands in the fields that came with the format's 64-bit version. */
const MOST_16 = 0xffff;
const MOST_32 = 0xffffffff;
const LINES_AT_ONCE = 500;

const packedOf = promisify<Uint8Array, ZlibOptions, Buffer<ArrayBuffer>>(deflateRaw);

export type Zip = ReturnType<typeof createZip>;

export function createZip() {
  /** Not as bytes: small buffers hold on to the pool that they are cut from. */
  const entries: Entry[] = [];
  let offset = 0;

  function* give(...parts: Uint8Array[]): Generator<Uint8Array> {
    for (const part of parts) {
      offset += part.length;
      if (part.length > 0) yield part;
    }
  }

  const begin = (name: string, { modifiedAt }: ZipFileOptions, of: Partial<Entry>): Entry => ({
    name,
    method: DEFLATED,
    flags: UTF8_NAME,
    modifiedAt,
    offset,
    crc: 0,
    packed: 0,
    size: 0,
    ...of,
  });

  return {
    /** A file whose bytes are there. */
    async *file(name: string, bytes: Uint8Array, options: ZipFileOptions) {
      const content = options.compress ? await packedOf(bytes, { chunkSize: PACKED_CHUNK }).then(takeOver) : bytes;
      const method = options.compress ? DEFLATED : STORED;
      const sizes = { crc: crc32(bytes), packed: content.length, size: bytes.length };
      const entry = begin(name, options, { method, ...sizes });
      yield* give(headOf(entry), content);
      entries.push(entry);
    },

    /** A file that comes in pieces, packed as they come. */
    async *stream(name: string, pieces: AsyncIterable<string | Uint8Array>, modifiedAt: number) {
      const entry = begin(name, { modifiedAt, compress: true }, { flags: UTF8_NAME | SIZES_FOLLOW });
      yield* give(headOf(entry));
      for await (const piece of packed(pieces, entry)) yield* give(piece);
      yield* give(sizesOf(entry));
      entries.push(entry);
    },

    /** The directory: without it nothing can be read. */
    *end(): Generator<Uint8Array> {
      const start = offset;
      for (let i = 0; i < entries.length; i += LINES_AT_ONCE) {
        yield* give(Buffer.concat(entries.slice(i, i + LINES_AT_ONCE).map(lineOf)));
      }
      yield* give(endOf(entries.length, start, offset));
    },
  };
}

/** Adds to `sizes` what has gone through. */
async function* packed(pieces: AsyncIterable<string | Uint8Array>, sizes: Sizes): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw();
  const fed = pipeline(async function* () {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece as string);
      sizes.crc = crc32(bytes, sizes.crc);
      sizes.size += bytes.length;
      yield bytes;
    }
  }, deflate);
  const ended = fed.catch(() => {
    // Whoever iterates hears of it.
  });
  try {
    for await (const piece of deflate as AsyncIterable<Uint8Array>) {
      sizes.packed += piece.length;
      yield piece;
    }
  } finally {
    deflate.destroy();
    await ended;
  }
}

/** Little-endian numbers, of as many bytes as `widths` says of each. */
function pack(widths: string, ...values: number[]): Buffer {
  const out = Buffer.alloc([...widths].reduce((sum, width) => sum + Number(width), 0));
  let at = 0;
  for (const [i, value] of values.entries()) {
    const width = Number(widths[i]);
    if (width === 8) out.writeBigUInt64LE(BigInt(value), at);
    else out.writeUIntLE(value, at, width);
    at += width;
  }
  return out;
}

function headOf(entry: Entry): Buffer {
  const extra = momentOf(entry);
  const head = pack(`42${COMMON}2`, 0x04034b50, NEEDS, ...common(entry), extra.length);
  return Buffer.concat([head, Buffer.from(entry.name), extra]);
}

function lineOf(entry: Entry): Buffer {
  const { name, offset } = entry;
  const isFar = offset >= MOST_32;
  const far = isFar ? pack("228", 0x0001, 8, offset) : Buffer.alloc(0);
  const extra = Buffer.concat([momentOf(entry), far]);
  const begin = pack("422", 0x02014b50, MADE_BY, isFar ? NEEDS_64 : NEEDS);
  // No comment, on the first disk, nothing said of its kind.
  const rest = [extra.length, 0, 0, 0, READABLE_FILE, isFar ? MOST_32 : offset];
  const line = pack(`${COMMON}222244`, ...common(entry), ...rest);
  return Buffer.concat([begin, line, Buffer.from(name), extra]);
}

/** What stands both before a file and in the directory. */
const COMMON = "22224442";
function common({ name, method, flags, modifiedAt, crc, packed, size }: Entry): number[] {
  const at = new Date(Math.max(modifiedAt, Date.UTC(1980, 0)));
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const year = Math.min(at.getUTCFullYear() - 1980, 127);
  const day = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [flags, method, time, day, crc, packed, size, Buffer.byteLength(name)];
}

/** The time in whole seconds and in UTC: the fields above have no zone. */
const momentOf = ({ modifiedAt }: Entry): Buffer =>
  pack("2214", 0x5455, 5, 1, Math.min(Math.max(0, Math.floor(modifiedAt / 1000)), 0x7fffffff));

const sizesOf = ({ crc, packed, size }: Sizes): Buffer => pack("4444", 0x08074b50, crc, packed, size);

function endOf(count: number, start: number, at: number): Buffer {
  const isLarge = count >= MOST_16 || at >= MOST_32;
  const [files, size, where] = isLarge ? [MOST_16, MOST_32, MOST_32] : [count, at - start, start];
  const end = pack("42222442", 0x06054b50, 0, 0, files, files, size, where, 0);
  if (!isLarge) return end;
  const large = pack("4822", 0x06064b50, 44, MADE_BY, NEEDS_64);
  const sums = pack("448888", 0, 0, count, count, at - start, start);
  return Buffer.concat([large, sums, pack("4484", 0x07064b50, 0, at, 1), end]);
}
