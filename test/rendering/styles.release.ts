import { judgeRandomStyles } from "./support/random-styles.ts";

judgeRandomStyles(50);
