/** npm run test:styles, which takes an hour. */
import { judgeRandomStyles } from "./support/random-styles.ts";

judgeRandomStyles(2_000);
