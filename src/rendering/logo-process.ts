/** A process that reads logos, for its parent to end whatever it is at: the drawing library takes no word. */
import { answering } from "./styled/answers.ts";
import { readLogo } from "./styled/logo.ts";

process.on("message", (bytes: Uint8Array) => {
  void answering(() => readLogo(bytes)).then((answer) => process.send!(answer));
});
process.on("disconnect", () => process.exit());
// Whoever stops the service with a word to all its processes: the parent decides.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.send!("up");
