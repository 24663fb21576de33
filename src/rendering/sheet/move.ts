/** Of a document as it is drawn: the line that tells what it is. */
const HEAD = "%PDF-1.4\n".length;

/** The document without its first line, to be sent after `sent` bytes: its table of places is moved along. */
export function movedPdf(pdf: Uint8Array, sent: number): Uint8Array {
  const by = sent - HEAD;
  const file = Buffer.from(pdf);
  const end = file.toString("latin1", file.length - 40);
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(end)?.[1]);
  const table = file
    .toString("latin1", tableAt)
    .replace(/^(\d{10})(?= 00000 n )/gm, (at) => String(Number(at) + by).padStart(10, "0"))
    .replace(/startxref\n\d+/, `startxref\n${tableAt + by}`);
  return Buffer.concat([file.subarray(HEAD, tableAt), Buffer.from(table, "latin1")]);
}
