import { Component, type ReactNode } from "react";
import { PartMissing } from "./lazy-part.ts";
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
