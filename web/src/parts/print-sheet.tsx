import { lazyPart } from "../frame/lazy-part.ts";
import { DialogPart } from "../frame/part.tsx";

const SheetDialog = lazyPart(() => import("../pages/codes/sheet-dialog.tsx"));

/** The dialog that prints codes on labels, loaded when it is first wanted. */
export function PrintSheet(props: { ids: string[]; onClose: () => void }) {
  return (
    <DialogPart onClose={props.onClose}>
      <SheetDialog {...props} />
    </DialogPart>
  );
}
