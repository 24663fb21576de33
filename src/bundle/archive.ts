import { createHash } from "node:crypto";
import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { createZip } from "../shared/zip.ts";
import { assertInside, type Content, MANIFEST, type Sink, SUMS, sha256, sumLine } from "./sink.ts";

export interface Archive extends Sink {
  /** The archive's bytes, as fast as they are taken. */
  output: Readable;
  /** Aborted when it ends unfinished; its reason is a TakerGone when that was the taker's doing. */
  signal: AbortSignal;
  abort(error: Error): void;
}

/** Whoever took the archive has gone, and knows it. */
export class TakerGone extends Error {}

/** Whoever takes nothing for so long is gone: what they read holds back the clearing of old rows. */
const PATIENCE_MS = 120_000;
/** Who hears nothing for so long may have been cut off. */
const SILENT_MS = 20_000;

/** A bundle as one ZIP file that stands nowhere whole: a file is made when the one before is taken. */
export function createArchive(modifiedAt: number): Archive {
  const zip = createZip();
  const output = new PassThrough();
  const sums = createHash("sha256");
  const lines: string[] = [];
  const ending = new AbortController();
  const { signal } = ending;
  let givenAt = performance.now();
  const abort = (error: Error) => {
    ending.abort(error);
    output.destroy();
  };
  output.on("error", abort);
  output.on("close", () => {
    const seconds = Math.round((performance.now() - givenAt) / 1000);
    const isOurs = !output.writableNeedDrain && seconds * 1000 >= SILENT_MS;
    const silence = `The download was cut off after ${seconds} s without a byte.`;
    ending.abort(isOurs ? new Error(silence) : new TakerGone("Nobody takes the archive."));
  });

  /** Resolves when as much has been taken that there is space for more. */
  async function space(): Promise<void> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    try {
      await once(output, "drain", { signal: AbortSignal.any([signal, patience]) });
    } catch (error) {
      signal.throwIfAborted();
      if (!patience.aborted) throw error;
      abort(new Error(`Nobody took anything of the archive for ${PATIENCE_MS / 1000} s.`));
      signal.throwIfAborted();
    }
  }

  async function send(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      if (!output.write(piece)) await space();
      givenAt = performance.now();
    }
  }

  async function add(path: string, content: Content): Promise<string> {
    assertInside(path);
    if (typeof content === "string" || content instanceof Uint8Array) {
      const bytes = Buffer.from(content as string);
      // Pictures of pixels are packed already.
      await send(zip.file(path, bytes, { modifiedAt, compress: !path.endsWith(".png") }));
      return sha256(bytes);
    }
    const hash = createHash("sha256");
    async function* hashed(pieces: AsyncIterable<string>): AsyncGenerator<string> {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    }
    await send(zip.stream(path, hashed(content), modifiedAt));
    return hash.digest("hex");
  }

  async function put(path: string, content: Content): Promise<void> {
    const line = sumLine(await add(path, content), path);
    sums.update(line);
    lines.push(line);
  }

  return {
    output,
    signal,
    abort,
    put,
    kept: async () => undefined,
    async lot({ files }) {
      for await (const { path, content } of files) await put(path, content);
    },
    async close(manifest) {
      await add(SUMS, lines.join(""));
      await add(MANIFEST, `${JSON.stringify(manifest(sums.digest("hex")), null, 2)}\n`);
      await send(zip.end());
      output.end();
    },
  };
}
