import { Component, type ComponentType, type ReactNode, Suspense, useEffect, useState } from "react";
import { Failure, tellError } from "../parts/notices.tsx";
import { words } from "../parts/words.ts";
import { ErrorPage } from "./error-page.tsx";
import { lazyPart, PartMissing, reloadIfServed } from "./lazy-part.ts";

interface BoundaryProps {
  /** A new path clears the error. */
  path?: string;
  /** Rendered instead when only a part of the page failed. */
  instead?: (error: Error, tryAgain: () => void) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  error: unknown;
  failed: boolean;
}

const FINE: BoundaryState = { error: undefined, failed: false };
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error());

/** Shows an error message when rendering fails, instead of a blank page. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state = FINE;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartMissing) error.renew();
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.failed && before.path !== this.props.path) this.setState(FINE);
  }

  override render(): ReactNode {
    const { error, failed } = this.state;
    if (!failed) return this.props.children;
    if (!this.props.instead) return <ErrorPage error={error} />;
    return this.props.instead(asError(error), () => this.setState(FINE));
  }
}

/** Browsers cache a failed script import, so only a reload fetches it again. */
const failureOf = (error: Error, tryAgain: () => void) =>
  error instanceof PartMissing && error.why !== "away" ? (
    <Failure error={error} retry={() => void reloadIfServed()} label={words.reload} />
  ) : (
    <Failure error={error} retry={tryAgain} />
  );

/** A lazy part of a page. If it fails, one line says so and the rest of the page stays. */
export function Part({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <Boundary instead={failureOf}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}

/** A dialog whose script is loaded when it opens. If that fails, a toast says so. */
export function lazyDialog<P extends { onClose: () => void }>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Dialog = lazyPart(load);
  return (props: P) => {
    useFocusReturn();
    return (
      <Boundary instead={(error) => <Untold error={error} onClose={props.onClose} />}>
        <Suspense>
          <Dialog {...props} />
        </Suspense>
      </Boundary>
    );
  };
}

/** The dialog is removed when it closes, so that it cannot return the focus itself. */
function useFocusReturn() {
  const [opener] = useState(openerOf);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) opener?.focus();
    },
    [opener],
  );
}

/** The focused button, or that of its menu, which is gone by then. */
function openerOf(): HTMLElement | null {
  const focused = document.activeElement as HTMLElement | null;
  const menu = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return menu ? document.getElementById(menu) : focused;
}

function Untold({ error, onClose }: { error: Error; onClose: () => void }) {
  useEffect(() => {
    tellError(error);
    onClose();
  }, []);
  return null;
}
