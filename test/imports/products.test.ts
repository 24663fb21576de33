import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { fileURLToPath } from "node:url";
import { readRecords } from "../../src/imports/file.ts";
import { envOf } from "../bundle/support.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { command } from "../support/command.ts";
import { freshDir, onSqlite } from "../support/stores.ts";

const sample = (name: string): string => fileURLToPath(new URL(`./samples/${name}`, import.meta.url));

/** The fields of a code that the samples determine. */
interface Taken {
  name: string;
  type: string;
  content: string;
  shareToken: string;
  isPublic: boolean;
  createdAt: string;
  expiresAt: string;
  scanCount: number;
}

onSqlite("Exports of other products", (engine) => {
  let app: TestApp;
  let env: Record<string, string | undefined>;
  before(async () => {
    const place = await engine.migratedPlace();
    app = await startApp({ engine, place, settings: { PLAN_LIMITS: "free=9999,pro=9999" } });
    env = { ...envOf(place), BASE_URL: "http://tessera.test" };
  });
  after(() => app.close());

  async function take(source: string, file: string, ...more: string[]) {
    const { email, key } = await app.user();
    const args = ["import", "--from", source, sample(file), "--owner", email];
    const run = async (...extra: string[]) => {
      const outcome = await command([...args, ...more, ...extra], { env });
      assert.equal(outcome.code, 0, outcome.stderr);
      return outcome;
    };
    const list = async (): Promise<Map<string, Taken>> => {
      const answer = await app.request("GET", "/api/v1/qrcodes?limit=100", { key });
      return new Map(answer.json.data.map((code: Taken) => [code.shareToken, code]));
    };
    const countedOf = async (token: string) => {
      const [code] = await app.store.codes.findByTokens([token]);
      return app.store.scans.imported(code!.num);
    };
    const tagsOf = async (token: string) => {
      const [code] = await app.store.codes.findByTokens([token]);
      return ((await app.store.tags.ofCodes([code!.num])).get(code!.num) ?? []).map(({ name }) => name);
    };
    return { run, list, countedOf, tagsOf, email };
  }

  it("shlink: a table, including special cases", async () => {
    const { run, list, countedOf, tagsOf } = await take("shlink", "shlink.csv");
    const dry = await run("--dry-run");
    assert.match(dry.stdout, /Would import 5 codes; 0 already existed, 5 skipped/);
    assert.equal((await list()).size, 0, "a dry run writes nothing");
    const { stdout, stderr } = await run();
    assert.match(stdout, /Imported 5 codes; 0 already existed, 5 skipped/);
    assert.match(stderr, /row 6 \(a\/b\): skipped, its token has more than 40/);
    assert.match(stderr, /row 7 \(gr%C3%BC%C3%9Fe\): skipped, its token has/);
    assert.match(stderr, /row 8 \(js\): skipped, its content must .*http/);
    assert.match(stderr, /row 9 \(AbC\): skipped, its token is in the file twice/);
    assert.match(stderr, /row 10 \(own\): skipped, its content must not be a share URL/);
    const codes = await list();
    assert.deepEqual([...codes.keys()].sort(), ["AbC", "SPRING-26", "abc", "mail", "quoted"]);
    const quoted = codes.get("quoted")!;
    assert.equal(quoted.name, 'A "quoted", title over two lines');
    assert.deepEqual(await tagsOf("quoted"), ["print", "summer"]);
    assert.equal(quoted.createdAt, "2024-02-03T09:15:00.000Z");
    assert.equal(quoted.scanCount, 0);
    assert.deepEqual(await countedOf("quoted"), [{ source: "shlink", total: 1234 }]);
    assert.equal(codes.get("mail")!.type, "email");
    assert.deepEqual(await countedOf("mail"), [{ source: "shlink", total: 0 }]);
    const again = await run();
    assert.match(again.stdout, /Imported 0 codes; 5 already existed, 5 skipped/);
    assert.deepEqual(await list(), codes, "importing twice changes nothing");
    const where = async (path: string) => (await app.request("GET", path)).headers.get("location");
    assert.equal(await where("/r/AbC"), "https://example.com/upper");
    assert.equal(await where("/r/abc"), "https://example.com/lower");
    assert.equal(await where("/r/ABC"), null, "case-sensitive");
    assert.equal((await list()).get("AbC")!.scanCount, 1, "our own are counted");
    assert.equal((await app.request("GET", "/r/SPRING-26.svg")).status, 200);
  });

  it("shlink: an answer of its API, reporting what has no counterpart", async () => {
    const { run, list, countedOf } = await take("shlink", "shlink.json");
    const { stderr } = await run();
    assert.match(stderr, /link 1 \(s-limited\): not imported: its limit of 100 visits/);
    const codes = await list();
    assert.equal(codes.get("s-limited")!.expiresAt, "2024-12-31T22:59:59.000Z");
    assert.deepEqual(await countedOf("s-limited"), [{ source: "shlink", total: 328 }]);
    assert.equal(codes.get("s-plain")!.name, "s-plain", "its token, if it has no title");
  });

  it("shlink: a list of answers of version 3, one per page", async () => {
    const { run, list, countedOf } = await take("shlink", "shlink-3-pages.json");
    const { stdout, stderr } = await run();
    assert.match(stdout, /Imported 2 codes; 0 already existed, 0 skipped/);
    assert.equal(stderr, "link 1 (s-phone): not imported: its destinations by device\n");
    assert.deepEqual([...(await list()).keys()].sort(), ["s-phone", "s-second"]);
    assert.deepEqual(await countedOf("s-second"), [{ source: "shlink", total: 8 }]);
  });

  it("kutt: links with a password are left out, banned ones are paused", async () => {
    const { run, list, countedOf } = await take("kutt", "kutt.json");
    const { stdout, stderr } = await run();
    assert.match(stdout, /Imported 2 codes; 0 already existed, 1 skipped/);
    assert.match(stderr, /link 2 \(k-secret\): skipped, it has a password/);
    const codes = await list();
    assert.equal(codes.get("k-banned")!.isPublic, false);
    assert.equal(codes.get("k-banned")!.expiresAt, "2027-01-01T00:00:00.000Z", "as SQLite stores it");
    assert.deepEqual(await countedOf("k-open"), [{ source: "kutt", total: 77 }]);
  });

  it("kutt: its table of links as PostgreSQL exports it", async () => {
    const { run, list, countedOf } = await take("kutt", "kutt.csv");
    const { stdout, stderr } = await run();
    assert.match(stdout, /Imported 2 codes; 0 already existed, 1 skipped/);
    assert.equal(stderr, "row 3 (kc-secret): skipped, it has a password, which codes here cannot have\n");
    const codes = await list();
    const open = codes.get("kc-open")!;
    assert.equal(open.name, "Open, with a comma");
    assert.equal(open.createdAt, "2021-01-02T03:04:05.678Z");
    assert.equal(codes.get("kc-banned")!.isPublic, false);
    assert.equal(codes.get("kc-banned")!.expiresAt, "2027-03-04T05:06:07.000Z");
    assert.deepEqual(await countedOf("kc-open"), [{ source: "kutt", total: 41 }]);
  });

  it("dub: by the labels of its columns, without slugs that contain slashes", async () => {
    const { run, list, countedOf, tagsOf } = await take("dub", "dub.csv");
    const { stdout, stderr } = await run();
    assert.match(stdout, /Imported 2 codes; 0 already existed, 2 skipped/);
    assert.match(stderr, /row 4 \(docs\/start\): skipped/);
    assert.match(stderr, /row 5 \(no address\): skipped, it has no short address/);
    const codes = await list();
    assert.deepEqual(await countedOf("d-launch"), [{ source: "dub", total: 12 }]);
    assert.equal(codes.get("d-archived")!.isPublic, true, "archived links still work at Dub");
    assert.deepEqual(
      await tagsOf("d-launch"),
      ["-launch", "spring"],
      "without the prefix that stopped it from running",
    );
  });

  it("dub: an answer of its API, without the link of a bare domain", async () => {
    const { run, list, countedOf, tagsOf } = await take("dub", "dub.json");
    const { stdout, stderr } = await run();
    assert.match(stdout, /Imported 2 codes; 0 already existed, 2 skipped/);
    const lost = [...stderr.matchAll(/^link 1 \(d-world\): not imported: (.*)$/gm)];
    assert.deepEqual(
      lost.map(([, loss]) => loss),
      [
        ...["its destinations for phones", "its destinations by country", "its A/B test"],
        "its destination after it has expired",
      ],
    );
    assert.match(stderr, /link 2 \(d-secret\): skipped, it has a password/);
    assert.match(stderr, /link 4 \(no address\): skipped, it has no short address/);
    const codes = await list();
    assert.equal(codes.get("d-off")!.isPublic, false);
    const { name, expiresAt } = codes.get("d-world")!;
    assert.deepEqual([name, await tagsOf("d-world")], ["World", ["travel"]]);
    assert.equal(expiresAt, "2027-05-06T07:08:09.000Z");
    assert.deepEqual(await countedOf("d-world"), [{ source: "dub", total: 31 }]);
  });

  it("bitly: custom back-halves become codes too; what has no counterpart is reported", async () => {
    const { run, list, countedOf } = await take("bitly", "bitly.json");
    const { stdout, stderr } = await run();
    assert.match(stdout, /Imported 3 codes; 0 already existed, 1 skipped/);
    assert.match(stderr, /link 1 \(b3xYz\): not imported: its deep links\n/);
    assert.match(stderr, /link 1 \(b3xYz\): not imported: its routing rules\n/);
    assert.match(stderr, /link 3 \(b-gone\): skipped, it was deleted there\n/);
    const codes = await list();
    assert.equal(codes.get("b-Menu")!.content, codes.get("b3xYz")!.content);
    assert.equal(codes.get("b-Menu")!.expiresAt, "2027-07-28T14:30:00.000Z");
    assert.deepEqual(await countedOf("b-csv-less"), []);
  });

  it("bitly: a table", async () => {
    const report = join(freshDir(), "report.txt");
    const { run, list, countedOf } = await take("bitly", "bitly.csv", "--report", report);
    const { stdout, stderr } = await run();
    assert.match(stdout, /Imported 2 codes; 0 already existed, 1 skipped/);
    assert.equal(stderr, "");
    assert.match(readFileSync(report, "utf8"), /row 3 \(b-empty\): skipped, it has no destination/);
    const codes = await list();
    assert.equal(codes.get("b-Table")!.name, "Summer");
    assert.equal(codes.get("b-Table")!.content, "https://example.com/summer");
    assert.deepEqual(await countedOf("b4Tab"), [{ source: "bitly", total: 1024 }]);
    assert.deepEqual(await countedOf("b-Table"), [], "counted with the link it is an alias of");
  });

  it("bitly: in a table by day, no day is taken for the total", async () => {
    const { run, countedOf } = await take("bitly", "bitly-days.csv");
    const { stdout, stderr } = await run();
    assert.match(stdout, /Imported 1 code; 0 already existed, 1 skipped/);
    assert.match(stderr, /row 3 \(b-Day\): skipped, its token is in the file twice/);
    assert.deepEqual(await countedOf("b-Day"), []);
  });

  it("UTF-16, as spreadsheets save it", () => {
    const file = join(freshDir(), "links.csv");
    const text = "\ufeffkey\turl\nGrüße\thttps://example.com\n";
    for (const bytes of [Buffer.from(text, "utf16le"), Buffer.from(text, "utf16le").swap16()]) {
      writeFileSync(file, bytes);
      const [record] = readRecords(file);
      assert.deepEqual([record!.fields.get("key"), record!.fields.get("url")], ["Grüße", "https://example.com"]);
    }
  });

  it("no column is ignored silently", async () => {
    const { email } = await app.user();
    const file = join(freshDir(), "links.csv");
    const run = async (source: string, text: string, ...more: string[]) => {
      writeFileSync(file, text);
      const { stderr } = await command(["import", "--from", source, file, "--owner", email, ...more], { env });
      return stderr;
    };
    const head = "Title,Long URL,Bitlink,Vanity Bitlink,Tags,Created,Engagements,Note";
    const row = (slug: string, vanity: string) => `T,https://example.com,bit.ly/${slug},${vanity},,,1,,`;
    const told = await run("bitly", `${head}\n${row("b-dry", "bit.ly/spring")}\n${row("b-two", "")}x\n`, "--dry-run");
    assert.equal(
      told,
      "column Vanity Bitlink: not recognized; its values (1 of 2 in the file) are not imported\n" +
        "column (number 9, without a name): not recognized; its values (1 of 2 in the file) are not imported\n",
    );
    const twice = "shortCode,longUrl,Long URL\nb-once,https://example.com/lost,https://example.com/kept\n";
    assert.match(await run("shlink", twice), /^column longUrl: not recognized; .*1 of 1 /);
    const custom = "Bitlink,Custom Bitlink,Long URL\nbit.ly/b-own,bit.ly/spring-sale,https://example.com\n";
    assert.equal(await run("bitly", custom), "");
    assert.equal((await app.store.codes.findByTokens(["b-own", "spring-sale"])).length, 2);
    const json = {
      key: "b-json",
      url: "https://example.com",
      id: "link_1",
      comments: "Mind it",
      rewrite: false,
      x: [],
    };
    assert.match(await run("dub", JSON.stringify([json])), /^column comments: not recognized; [^\n]*\n$/);
  });

  it("a token of another owner is left out", async () => {
    const { email } = await app.user();
    const args = ["import", "--from", "kutt", sample("kutt.json"), "--owner", email];
    const { code, stdout, stderr } = await command(args, { env });
    assert.equal(code, 1);
    assert.match(stdout, /Imported 0 codes; 0 already existed, 3 skipped/);
    assert.match(stderr, /k-open\): skipped, its token is taken/);
  });

  it("links to a verified domain of a workspace are skipped, as those to the public address are", async () => {
    const { email } = await app.user();
    const { workspaceId } = (await app.store.users.findByEmail(email))!;
    const domain = { id: randomUUID(), workspaceId, host: "go.example.test", proof: "tessera=1", createdAt: 1 };
    await app.store.domains.create(domain, 1);
    await app.store.domains.verify((await app.store.domains.find(workspaceId, domain.id))!, [domain.proof], 1);
    const file = join(freshDir(), "links.csv");
    writeFileSync(file, "link,url\nhttps://dub.sh/to-own,https://go.example.test/r/to-own\n");
    const { code, stderr } = await command(["import", "--from", "dub", file, "--owner", email], { env });
    assert.equal(code, 1);
    assert.match(stderr, /\(to-own\): skipped, its content must not be a share URL of this service/);
  });

  it("a file of another format is refused with a sentence", async () => {
    const { email } = await app.user();
    const file = join(freshDir(), "x.csv");
    writeFileSync(file, "\n");
    const empty = await command(["import", "--from", "dub", file, "--owner", email], { env });
    assert.equal(empty.code, 1);
    assert.match(empty.stderr, /contains no links/);
    for (const bytes of [Buffer.from("key,url\nGr\xfc\xdfe,x", "latin1"), Buffer.from("PK\x03\x04\0\xff")]) {
      writeFileSync(file, bytes);
      assert.throws(() => readRecords(file), /x\.csv is not text in UTF-8 or UTF-16: save it as CSV/);
    }
    const other = await command(["import", "--from", "tinyurl", file, "--owner", email], { env });
    assert.equal(other.code, 2);
    assert.match(other.stderr, /shlink, kutt, dub, bitly/);
  });

  it("the summary is right for one link, and the exit code is 1 if none was imported", async () => {
    const { email } = await app.user();
    const file = join(freshDir(), "links.csv");
    const run = (row: string) => {
      writeFileSync(file, `Short code,Long URL\n${row}\n`);
      return command(["import", "--from", "shlink", file, "--owner", email], { env });
    };
    assert.equal((await run("one-alone,https://example.com")).code, 0);
    const again = await run("one-alone,https://example.com");
    assert.equal(again.code, 0);
    assert.match(again.stdout, /^Imported 0 codes; 1 already existed, 0 skipped\.$/m);
    const refused = await run("two/parts,https://example.com");
    assert.match(refused.stdout, /^Imported 0 codes; 0 already existed, 1 skipped\.$/m);
    assert.equal(refused.code, 1);
  });
});
