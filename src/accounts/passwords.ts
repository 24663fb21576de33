/** How passwords are hashed. Both may take long, and must not hold the event loop. */
export interface PasswordHash {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;

/** better-auth's, which is loaded with the first password. */
export const SCRYPT: PasswordHash = {
  hash: async (password) => (await import("better-auth/crypto")).hashPassword(password),
  verify: async (given) => (await import("better-auth/crypto")).verifyPassword(given),
};
