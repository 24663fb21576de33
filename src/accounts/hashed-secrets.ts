import { createHash } from "node:crypto";

type DBAdapter = import("better-auth/adapters").DBAdapter;
type Where = import("better-auth/adapters").Where;

/**
 * What opens a session or goes on with a sign-in, by table. Stored as SHA-256, because the secret that signs cookies is
 * in the same database: with the values themselves, a copy of it would be enough for a cookie. better-auth's
 * `storeIdentifier: "hashed"` is not enough: it also accepts what is stored.
 */
const SECRETS: Readonly<Record<string, string>> = { session: "token", verification: "identifier" };

interface Call {
  model: string;
  where?: Where[];
  data?: Record<string, unknown>;
}
type Row = Record<string, unknown>;
type Method = (call: Call) => Promise<unknown>;

/** better-auth's database without secrets: it asks with the values, and gets rows with the values that it asked with. */
export function hashSecrets<A extends Omit<DBAdapter, "transaction">>(adapter: A): A {
  const members = Object.entries(adapter).map(([name, member]) => {
    if (typeof member !== "function") return [name, member];
    if (name === "transaction") {
      const run = member as DBAdapter["transaction"];
      return [name, ((work) => run((trx) => work(hashSecrets(trx)))) as DBAdapter["transaction"]];
    }
    return [name, hashing(member as Method)];
  });
  return Object.fromEntries(members);
}

const hashing =
  (method: Method): Method =>
  async (call) => {
    const field = SECRETS[call.model];
    if (field === undefined) return method(call);
    const values = new Map<unknown, unknown>();
    const hash = (value: unknown) => {
      const hashed = createHash("sha256").update(String(value)).digest("base64url");
      values.set(hashed, value);
      return hashed;
    };
    const where = call.where?.map((one) => {
      if (one.field !== field) return one;
      return { ...one, value: Array.isArray(one.value) ? one.value.map(hash) : hash(one.value) };
    });
    const data = call.data && { ...withoutState(call.data), [field]: hash(call.data[field]) };
    const found = await method({ ...call, ...(where && { where }), ...(data && { data }) });
    const restore = (row: Row | null) =>
      row && values.has(row[field]) ? { ...row, [field]: values.get(row[field]) } : row;
    return Array.isArray(found) ? found.map(restore) : restore(found as Row | null);
  };

/** The state of a sign-in with an identity provider repeats its identifier. */
function withoutState(data: Row): Row {
  if (!String(data.identifier).startsWith("auth-state:")) return data;
  const { oauthState: _, ...kept } = JSON.parse(String(data.value));
  return { ...data, value: JSON.stringify(kept) };
}
