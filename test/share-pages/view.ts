import { type VisitorView, viewOf } from "../../src/sharing/pages/view.ts";

/** In English, without an owner's brand and texts. */
export const PLAIN: VisitorView = viewOf(null, undefined);
