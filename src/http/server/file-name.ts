import { fileStem } from "../../shared/file-name.ts";

/** In plain letters. What those are made of may be dots and strokes, so it is cleaned once more. */
function plainName(fileName: string): string {
  const end = fileName.lastIndexOf(".");
  const letters = fileName
    .slice(0, end)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%]/gu, "_");
  return fileStem(letters, "code") + fileName.slice(end);
}

/** The header of RFC 6266: plain letters for old readers, and the name as it is where it has others. */
export function contentDisposition(kind: "inline" | "attachment", fileName: string): string {
  const plain = plainName(fileName);
  const header = `${kind}; filename="${plain}"`;
  if (plain === fileName) return header;
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${header}; filename*=UTF-8''${encoded}`;
}
