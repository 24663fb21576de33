/** The header line of a PDF as drawn here. */
const HEAD = "%PDF-1.4\n".length;

/** The document without its header, to follow `sent` bytes: adjusts the offsets of its cross-reference table. */
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
