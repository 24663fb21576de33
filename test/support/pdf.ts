/** Reads the texts of a PDF with fonts of its own, by the specification and not by the code that writes it. */
import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";

interface ReadPdf {
  title: string;
  language: string;
  pages: number;
  /** Each text that is shown, in order. */
  words: string[];
  /** What stands for texts that cannot be drawn whole. */
  actual: string[];
  /** Alternatives of figures. */
  alternatives: string[];
}

const utf16 = (hex: string): string => Buffer.from(hex, "hex").swap16().toString("utf16le").replace("\ufeff", "");

export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)![1]);
  const [, count] = /^xref\n0 (\d+)\n/.exec(file.slice(start))!;
  const places = [...file.slice(start).matchAll(/^(\d{10}) \d{5} n $/gm)].map(([, at]) => Number(at));
  assert.equal(places.length, Number(count) - 1);
  const objects = places.map((at, i) => {
    assert.ok(file.startsWith(`${i + 1} 0 obj\n`, at));
    return file.slice(at, file.indexOf("\nendobj\n", at));
  });
  const object = (reference: string) => objects[Number.parseInt(reference, 10) - 1]!;
  const stream = (text: string): string => {
    const from = text.indexOf(">>stream\n") + ">>stream\n".length;
    return inflateSync(Buffer.from(text.slice(from, text.lastIndexOf("\nendstream")), "latin1")).toString("latin1");
  };
  const page = objects.find((text) => /\/Type\/Page\//.test(text))!;
  const fonts = new Map(
    [.../\/Font<<(.*?)>>/.exec(page)![1]!.matchAll(/\/(\w+) (\d+ 0 R)/g)].map(([, name, reference]) => {
      const map = stream(object(/\/ToUnicode (\d+ 0 R)/.exec(object(reference!))![1]!));
      return [
        name!,
        new Map([...map.matchAll(/^<(..)> <(\w+)>$/gm)].map(([, code, letter]) => [code!, utf16(letter!)])),
      ];
    }),
  );
  const contents = stream(object(/\/Contents (\d+ 0 R)/.exec(page)![1]!));
  const all = objects.join("\n");
  return {
    title: utf16(/\/Title <(\w+)>/.exec(all)![1]!),
    language: /\/Lang\((.*?)\)/.exec(all)![1]!,
    pages: [...all.matchAll(/\/Type\/Page\//g)].length,
    words: [...contents.matchAll(/\/(\w+) [\d.]+ Tf .*?<(\w*)> Tj/g)].map(([, font, hex]) =>
      hex!
        .match(/../g)!
        .map((code) => fonts.get(font!)!.get(code))
        .join(""),
    ),
    actual: [...contents.matchAll(/\/ActualText <(\w+)>/g)].map(([, hex]) => utf16(hex!)),
    alternatives: [...all.matchAll(/\/Alt <(\w+)>/g)].map(([, hex]) => utf16(hex!)),
  };
}
