import { lazyPart } from "../frame/lazy-part.ts";
import { DialogPart } from "../frame/part.tsx";

const ApplyLookDialog = lazyPart(() => import("./apply-look-dialog.tsx"));

interface ApplyLookProps {
  ids: readonly string[];
  onClose: () => void;
  onDone?: () => void;
}

/** The dialog that gives codes a saved look, loaded when it is first wanted. */
export function ApplyLook(props: ApplyLookProps) {
  return (
    <DialogPart onClose={props.onClose}>
      <ApplyLookDialog {...props} />
    </DialogPart>
  );
}
