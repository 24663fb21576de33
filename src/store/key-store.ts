export type KeyScope = "full" | "read-only";

export interface Key {
  id: string;
  userId: string;
  name: string;
  prefix: string;
  lastFour: string;
  scope: KeyScope;
  /** From then on it is refused; null: never. */
  endsAt: number | null;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export interface KeyCredential {
  id: string;
  userId: string;
  name: string;
  scope: KeyScope;
  endsAt: number | null;
  hash: string;
  plan: string;
  /** True while the key is revoked or its owner suspended. */
  refused: boolean;
}

export interface KeyStore {
  /** "too-many": the user has as many keys in force as they may; one that has ended is not in force. */
  create(
    key: Omit<Key, "lastUsedAt" | "revokedAt"> & { hash: string },
    mostInForce: number,
  ): Promise<"made" | "too-many" | "no-owner">;
  findByPrefix(prefix: string): Promise<KeyCredential | null>;
  list(userId: string): Promise<Key[]>;
  /** False when there is no such key in force. Without userId: whoever's it is. */
  revoke(prefix: string, now: number, userId?: string): Promise<boolean>;
}
