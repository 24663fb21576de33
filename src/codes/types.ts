export * from "../shared/words.ts";
