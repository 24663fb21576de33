import { type ReactNode, Suspense, useEffect } from "react";
import { Failure, tellError } from "../parts/notices.tsx";
import { Boundary } from "./boundary.tsx";

/** A lazy part within a page. Where it cannot be shown, a line says so, and the rest of the page stays. */
export function Part({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <Boundary instead={(error, tryAgain) => <Failure error={error} retry={tryAgain} />}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}

/** A lazy dialog. Where it cannot be shown, a toast says so, and the page is as it was. */
export function DialogPart({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Boundary instead={(error) => <Untold error={error} onClose={onClose} />}>
      <Suspense>{children}</Suspense>
    </Boundary>
  );
}

function Untold({ error, onClose }: { error: Error; onClose: () => void }) {
  useEffect(() => {
    tellError(error);
    onClose();
  }, []);
  return null;
}
