/** Password hashing at a thousandth of the real cost, for tests that sign in often. */
import { randomBytes, scryptSync } from "node:crypto";

const derive = (password: string, salt: string) => scryptSync(password, salt, 32, { N: 16 }).toString("hex");

export const cheapPassword = {
  async hash(password: string): Promise<string> {
    const salt = randomBytes(8).toString("hex");
    return `${salt}:${derive(password, salt)}`;
  },
  async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
    const [salt = "", derived] = hash.split(":");
    return derive(password, salt) === derived;
  },
};
