import { judgeRandomStyles } from "./support/random-styles.ts";

/** 100 of them before a release, 2,000 in `npm run test:styles`. */
judgeRandomStyles(6);
