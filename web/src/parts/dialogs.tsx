/** Dialogs, each loaded when it is first opened. */
import { lazyDialog } from "../frame/boundary.tsx";

export const ApplyLook = lazyDialog(() => import("./apply-look-dialog.tsx"));
export const Download = lazyDialog(() => import("./download-dialog.tsx"));
export const MoveCode = lazyDialog(() => import("./move-dialog.tsx"));
export const PrintSheet = lazyDialog(() => import("../pages/codes/sheet-dialog.tsx"));
export const Resting = lazyDialog(() => import("../pages/code/resting-dialog.tsx"));
export const TagManyDialog = lazyDialog(() => import("../pages/codes/tag-many-dialog.tsx"));
export const TagsOfCode = lazyDialog(() => import("./tags-dialog.tsx"));
export const VisitorText = lazyDialog(() => import("../pages/code/visitor-text-dialog.tsx"));
export const ZipDialog = lazyDialog(() => import("../pages/codes/zip-dialog.tsx"));
