import { Component, type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import { Failure, tellError } from "../parts/notices.tsx";
import { words } from "../parts/words.ts";
import { lazyPart, PartMissing, reloadIfServed } from "./lazy-part.ts";
import { Trouble } from "./trouble.tsx";

interface BoundaryProps {
  /** Where one is: a page that failed is left behind on the way to another. */
  path?: string;
  /** What stands there instead, where not a whole page has failed. */
  instead?: (error: Error, tryAgain: () => void) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  error: unknown;
  failed: boolean;
}

const FINE: BoundaryState = { error: undefined, failed: false };
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error());

/** Whatever fails while it is drawn is told in words, instead of leaving the page blank. */
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
    if (!this.props.instead) return <Trouble error={error} />;
    return this.props.instead(asError(error), () => this.setState(FINE));
  }
}

/** Browsers remember a script that was not there: only a reload asks for it again. */
const failureOf = (error: Error, tryAgain: () => void) =>
  error instanceof PartMissing && error.why !== "away" ? (
    <Failure error={error} retry={() => void reloadIfServed()} label={words.reload} />
  ) : (
    <Failure error={error} retry={tryAgain} />
  );

/** A lazy part within a page. Where it cannot be shown, a line says so, and the rest of the page stays. */
export function Part({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <Boundary instead={failureOf}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}

/** A dialog whose script comes when it is opened. Where it cannot be shown, a toast says so, and the page stays. */
export function lazyDialog<P extends { onClose: () => void }>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Dialog = lazyPart(load);
  return (props: P) => (
    <Boundary instead={(error) => <Untold error={error} onClose={props.onClose} />}>
      <Suspense>
        <Dialog {...props} />
      </Suspense>
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
