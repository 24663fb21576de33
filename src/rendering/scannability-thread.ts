import { parentPort } from "node:worker_threads";
import { assessScannability, type ScannabilityInput, type Verdict } from "./scannability.ts";

export interface Question {
  id: number;
  input: ScannabilityInput;
}

export interface Answer {
  id: number;
  verdict?: Verdict;
  failure?: string;
}

// One at a time: questions that come meanwhile wait in the port.
let last: Promise<void> = Promise.resolve();

async function answer({ id, input }: Question): Promise<void> {
  const reply: Answer = await assessScannability(input).then(
    (verdict) => ({ id, verdict }),
    (error: unknown) => ({ id, failure: String(error) }),
  );
  parentPort?.postMessage(reply);
}

parentPort?.on("message", (question: Question) => {
  last = last.then(() => answer(question));
});
