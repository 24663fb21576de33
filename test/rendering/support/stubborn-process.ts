/** Answers with what it was sent, or not at all. */
process.on("message", (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString();
  if (text === "end") process.exit(134);
  if (text === "wait") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  while (text === "spin");
  if (text === "hang") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  process.send!({ value: `${process.pid}` });
});
process.send!("up");
