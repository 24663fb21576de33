import { type VisitorView, viewOf } from "../../src/http/share/pages/view.ts";

/** In English, without an owner's brand and texts. */
export const PLAIN: VisitorView = viewOf(null, undefined);
