import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export type Devices = ReturnType<typeof createDevices>;

/** Marks a device that signed in to an account, without keeping anything: the mark is signed. */
export function createDevices(secret: string) {
  const sign = (account: string, mark: string): Buffer =>
    createHmac("sha256", secret).update(`${account}\n${mark}`).digest();

  return {
    issue(account: string): string {
      const mark = randomBytes(12).toString("base64url");
      return `${mark}.${sign(account, mark).toString("base64url")}`;
    },

    /** The device's mark, or null when this was not issued for the account. */
    read(account: string, text: string | undefined): string | null {
      const [mark = "", signature = ""] = (text ?? "").split(".");
      const [given, expected] = [Buffer.from(signature, "base64url"), sign(account, mark)];
      return given.length === expected.length && timingSafeEqual(given, expected) ? mark : null;
    },
  };
}
