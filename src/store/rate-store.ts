export interface Admission {
  admitted: boolean;
  remaining: number;
  /** Ms until one more is admitted if none is left, else until the oldest request leaves. */
  resetIn: number;
}

export interface ThrottleStore {
  /**
   * Takes one place in each of the named windows, or in none of them when one is full. Exact over
   * every process on this store. Gives how each stands, in their order.
   */
  take(windows: readonly { name: string; limit: number }[], windowMs: number): Promise<Admission[]>;
  /** Gives the place taken last in each window back. */
  giveBack(names: readonly string[]): Promise<void>;
}
