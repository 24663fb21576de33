import { Component, type ReactNode } from "react";
import { Trouble } from "./trouble.tsx";

interface BoundaryProps {
  /** Where one is: a page that failed is left behind on the way to another. */
  path?: string;
  children: ReactNode;
}

/** Whatever fails while it is drawn is told in words, instead of leaving the page blank. */
export class Boundary extends Component<BoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.failed && before.path !== this.props.path) {
      this.setState({ error: undefined, failed: false });
    }
  }

  override render(): ReactNode {
    return this.state.failed ? <Trouble error={this.state.error} /> : this.props.children;
  }
}
