import { createQueue } from "../shared/queue.ts";
import { serveThread } from "../shared/thread.ts";
import { assessScannability, type ScannabilityInput } from "./scannability.ts";
import type { Verdict } from "./verdict.ts";

const inTurn = createQueue();

const operations = { assess: (input: ScannabilityInput): Promise<Verdict> => inTurn(() => assessScannability(input)) };

export type ScannabilityOperations = typeof operations;

serveThread(operations);
