/** A process that reads logos, for its parent to end whatever it is at: the drawing library takes no word. */
import { type Answer, answering } from "./styled/answers.ts";
import type { Logo } from "./styled/logo.ts";

/** `failure`: what is wrong with us and not with the picture. */
export type LogoAnswer = Answer<Logo> | { failure: unknown };

// Where Skia has no binary for the system, each picture's answer says so.
const reading = import("./styled/logo.ts");
const answerTo = (bytes: Uint8Array): Promise<LogoAnswer> =>
  answering(async () => (await reading).readLogo(bytes)).catch((failure) => ({ failure }));

process.on("message", (bytes: Uint8Array) => {
  void answerTo(bytes).then((answer) => process.send!(answer));
});
process.on("disconnect", () => process.exit());
// Whoever stops the service with a word to all its processes: the parent decides.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
// What went wrong is told with each picture, above.
await reading.catch(() => {});
process.send!("up");
