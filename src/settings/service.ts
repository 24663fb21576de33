/** The settings in force: those of the environment, and what an administrator set on the Settings page. */
import type { Config } from "../config.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { follow } from "../shared/follow.ts";
import { basePathOf } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import type { StoredSettings } from "../workspaces/people.ts";
import { BASE_URL, MAIL_FROM, type MailSettings, SMTP_URL } from "./rules.ts";

export type SignUpPolicy = "closed" | "open";

/** What is not named stays as it is. Null: the default. */
export interface SettingsChange {
  baseUrl?: string | null | undefined;
  /** Without a URL, the mail server stays. */
  mail?: { smtpUrl?: string | undefined; from: string } | null | undefined;
  signup?: SignUpPolicy | undefined;
}

/** The variables of the environment that fix each setting. */
export const VARIABLES = { baseUrl: "BASE_URL", mail: "SMTP_URL", signup: "SIGNUP" } as const;

interface InForce extends Config {
  signup: SignUpPolicy;
  /** The origin from which an administrator set the public address. It keeps working, in case the new one does not. */
  setFrom: string | undefined;
}

/** The environment wins. A stored value that the rules no longer accept is ignored. */
export function withStored(config: Config, stored: StoredSettings): InForce {
  const isFixed = (name: keyof typeof VARIABLES) => config.fromEnvironment.includes(VARIABLES[name]);
  const address = isFixed("baseUrl") ? null : BASE_URL.read(stored.baseUrl ?? "");
  return {
    ...config,
    baseUrl: address ?? config.baseUrl,
    setFrom: isFixed("baseUrl") ? undefined : stored.setFrom,
    mail: isFixed("mail") ? config.mail : readMail(stored),
    signup: config.signup ?? (stored.signup === "open" ? "open" : "closed"),
  };
}

function readMail({ smtpUrl = "", mailFrom = "" }: StoredSettings): MailSettings | undefined {
  const [smtp, from] = [SMTP_URL.read(smtpUrl), MAIL_FROM.read(mailFrom)];
  return smtp && from ? { smtp, from } : undefined;
}

interface SettingsOptions {
  store: Pick<Store, "settings">;
  config: Config;
  onError: (error: unknown) => void;
}

export type Settings = Awaited<ReturnType<typeof openSettings>>;

export async function openSettings({ store, config, onError }: SettingsOptions) {
  /** Returns the objects of before while nothing has changed. */
  async function read(before?: { stored: StoredSettings; inForce: InForce }) {
    const stored = await store.settings.read();
    if (JSON.stringify(stored) === JSON.stringify(before?.stored)) return before!;
    return { stored, inForce: withStored(config, stored) };
  }
  const { current, refresh, stop } = await follow({ read, onError });

  return {
    baseUrl: (): string => current().inForce.baseUrl,
    setFrom: (): string | undefined => current().inForce.setFrom,
    mail: (): MailSettings | undefined => current().inForce.mail,

    /** Who may create an account, on every node at once. */
    async signUp(): Promise<SignUpPolicy> {
      if (config.signup === undefined) await refresh();
      return current().inForce.signup;
    },

    /** `from`: the origin of the administrator's page. */
    async change(change: SettingsChange, from: string | undefined): Promise<void> {
      // Another node may have changed the mail server, of which this keeps the password.
      await refresh();
      await store.settings.write(judge(change, current().stored, from));
      await refresh();
    },

    stop,
  };
}

/** What is stored for a change. Throws if a value is not accepted, by the rules of the environment. */
function judge({ baseUrl, mail, signup }: SettingsChange, stored: StoredSettings, from: string | undefined) {
  const problems: FieldProblem[] = [];
  const check = (field: string, rule: { accepts: string; read: (text: string) => unknown }, text: string): string => {
    if (rule.read(text) === null) problems.push({ field, message: `must be ${rule.accepts}` });
    return text;
  };
  const address = typeof baseUrl === "string" ? check("baseUrl", BASE_URL, baseUrl.trim()) : null;
  // A wrong path would break the pages and cookies under the old address too.
  if (address !== null && problems.length === 0 && basePathOf(address) !== "") {
    problems.push({ field: "baseUrl", message: "must not have a path; an address with a path is set with BASE_URL" });
  }
  const smtpUrl = mail ? check("smtpUrl", SMTP_URL, mail.smtpUrl?.trim() ?? stored.smtpUrl ?? "") : null;
  const mailFrom = mail ? check("from", MAIL_FROM, mail.from.trim()) : null;
  if (problems.length > 0) throw invalid(problems);
  return {
    ...(baseUrl !== undefined && { baseUrl: address, setFrom: from ?? null }),
    ...(mail !== undefined && { smtpUrl, mailFrom }),
    ...(signup !== undefined && { signup }),
  };
}
