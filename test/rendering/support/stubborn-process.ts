/** Answers with what it was sent, or not at all. */
process.on("message", (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString();
  if (text === "end") process.exit(134);
  if (text === "crash") process.kill(process.pid, "SIGSEGV");
  if (text === "throw") throw new Error("This is thrown by a test.");
  if (text === "fail") return void process.send!({ failure: new TypeError("of ours") });
  for (const kept: object[] = []; text === "fill"; ) kept.push(new Array(1000).fill(kept.length));
  if (text === "wait") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  while (text === "spin");
  if (text === "hang") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  process.send!({ value: `${process.pid}` });
});
process.send!("up");
