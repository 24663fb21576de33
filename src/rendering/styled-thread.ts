import { serveThread } from "../shared/thread.ts";
import type { Reader } from "./style.ts";
import { type Answer, answering } from "./styled/answers.ts";
import type { StyledInput, StyledVerdict } from "./styled/assess.ts";
import type { Change, Search } from "./styled/change.ts";
import type { StyledPicture, StyledRequest } from "./styled/draw.ts";

// Loaded with the first work: where Skia has no binary for the system, the work fails and not the thread.
const drawing = () => import("./styled/draw.ts");
const judging = () => import("./styled/assess.ts");
const changing = () => import("./styled/change.ts");

const operations = {
  draw: (request: StyledRequest): Promise<Answer<StyledPicture>> =>
    answering(async () => (await drawing()).drawStyled(request)),
  assess: (input: StyledInput): Promise<Answer<StyledVerdict>> =>
    answering(async () => (await judging()).assessStyled(input)),
  readersOf: (input: StyledInput): Promise<Answer<Reader[]>> =>
    answering(async () => (await judging()).readClean(input)),
  nearestThatScans: (input: StyledInput, search: Search): Promise<Answer<Change | undefined>> =>
    answering(async () => (await changing()).nearestThatScans(input, search)),
};

export type StyledOperations = typeof operations;

serveThread(operations);
