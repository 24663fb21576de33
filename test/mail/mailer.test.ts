import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { readConfig } from "../../src/config.ts";
import { type MailProblem, type MailTiming, startMailer } from "../../src/mail/mailer.ts";
import { createTransport } from "../../src/mail/transport.ts";
import { type Clock, createSystemClock } from "../../src/shared/clock.ts";
import type { Store } from "../../src/store/store.ts";
import { eventually, until } from "../support/eventually.ts";
import { startMailServer } from "../support/smtp.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";

const FROM = "Tessera <qr@example.com>";
const settingsFor = (url: string) => readConfig({ SMTP_URL: url, MAIL_FROM: FROM }).mail!;
const FAST: MailTiming = { lookMs: 20, pausesMs: [50] };

function queue(store: Store, id: string = randomUUID(), lifetimeMs = 3_600_000, now = Date.now()) {
  const mail = { id, kind: "test", recipient: `${id}@example.com`, language: "en" as const, data: "{}" };
  return store.mails.add({ ...mail, createdAt: now, expiresAt: now + lifetimeMs });
}

interface Running {
  problems: MailProblem[];
}

function start(
  t: TestContext,
  store: Store,
  url: string,
  { clock = createSystemClock(), timing = FAST }: { clock?: Clock; timing?: MailTiming } = {},
): Running {
  const problems: MailProblem[] = [];
  const transport = createTransport(settingsFor(url));
  const mailer = startMailer({
    store,
    clock,
    transport: () => transport,
    compose: async ({ id }) => ({ subject: `Mail ${id}`, text: "Grüße\n", html: "<p>Grüße</p>" }),
    onProblem: (problem) => problems.push(problem),
    onError: (error) => assert.fail(String(error)),
    timing,
  });
  t.after(() => mailer.stop(60_000));
  return { problems };
}

const isEmpty = (store: Store) => async () => (await store.mails.oldest()) === null;

onEachEngine("the queue of mail", (engine) => {
  it("sends a mail as text and HTML, then forgets it", async (t) => {
    const [store, server] = [await engine.fresh(), await startMailServer()];
    t.after(server.close);
    start(t, store, server.url);
    await queue(store, "one");
    const mail = await server.next();
    assert.deepEqual(mail.to, ["one@example.com"]);
    assert.equal(mail.id, "<one@example.com>");
    assert.deepEqual([mail.subject, mail.text.trim(), mail.html.trim()], ["Mail one", "Grüße", "<p>Grüße</p>"]);
    assert.match(mail.headers, /^From: Tessera <qr@example\.com>$/m);
    assert.match(mail.headers, /^Auto-Submitted: auto-generated$/m);
    await until(isEmpty(store));
  });

  it("sends each mail once although three nodes send", async (t) => {
    const place = await engine.migratedPlace();
    const stores = [await engine.open(place), await engine.open(place), await engine.open(place)];
    const server = await startMailServer();
    t.after(server.close);
    const ids = Array.from({ length: 60 }, (_, i) => `mail-${i}`);
    for (const id of ids) await queue(stores[0]!, id);
    for (const store of stores) start(t, store, server.url);
    await until(isEmpty(stores[0]!));
    assert.deepEqual(server.received.map(({ to }) => to[0]!.split("@")[0]).sort(), ids.toSorted());
  });

  it("retries what the server refuses for now, and drops what it refuses for good", async (t) => {
    let refusals = 2;
    const server = await startMailServer({
      onRcptTo({ address }, _session, done) {
        const refuse = (responseCode: number) => done(Object.assign(new Error("no"), { responseCode }));
        if (address.startsWith("gone")) return refuse(550);
        if (refusals-- > 0) return refuse(451);
        done();
      },
    });
    t.after(server.close);
    const store = await engine.fresh();
    const { problems } = start(t, store, server.url);
    await queue(store, "later");
    await server.next();
    await queue(store, "gone");
    await until(isEmpty(store));
    assert.equal(server.received.length, 1);
    const later = { kind: "test", reason: "RCPT TO was answered with 451", isGivenUp: false };
    assert.deepEqual(problems, [later, later, { ...later, reason: "RCPT TO was answered with 550", isGivenUp: true }]);
  });

  it("waits for a server that is away", async (t) => {
    const server = await startMailServer();
    await server.close();
    const store = await engine.fresh();
    const { problems } = start(t, store, server.url);
    await queue(store, "late");
    await eventually(() => assert.ok(problems.length >= 2));
    assert.ok(problems.every(({ reason, isGivenUp }) => /ECONNREFUSED/.test(reason) && !isGivenUp));
    assert.notEqual(await store.mails.oldest(), null, "it still waits");
  });

  it("gives up a mail that would not be worth sending after the pause", async (t) => {
    const server = await startMailServer();
    await server.close();
    const store = await engine.fresh();
    await queue(store, "worthless", 600_000);
    const { problems } = start(t, store, server.url, { timing: { ...FAST, pausesMs: [3_600_000] } });
    await until(isEmpty(store));
    assert.deepEqual(
      problems.map(({ isGivenUp }) => isGivenUp),
      [true],
    );
  });

  it("sends a mail again if the node crashed while sending it, with the same Message-ID", async (t) => {
    const clock = createTestClock(Date.now());
    const [store, server] = [await engine.fresh(clock), await startMailServer()];
    t.after(server.close);
    await queue(store, "crashed");
    const claimed = await store.mails.claim(600_000);
    assert.equal(claimed!.id, "crashed");
    assert.equal(await store.mails.claim(600_000), null, "no other node gets it");
    clock.move(600_001);
    start(t, store, server.url, { clock });
    assert.equal((await server.next()).id, "<crashed@example.com>");
    await store.mails.postpone(claimed!, 0);
    await until(isEmpty(store));
    assert.equal(server.received.length, 1, "the first node no longer changes it");
  });
});

describe("the connection to the mail server", () => {
  const message = { subject: "s", text: "t", html: "h" };

  it("signs in with the user and password of SMTP_URL", async (t) => {
    const seen: unknown[] = [];
    const server = await startMailServer({
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    t.after(server.close);
    const url = server.url.replace("smtp://", "smtp://qr%40example.com:a%2Fb@");
    await createTransport(settingsFor(url)).send("id", "to@example.com", message);
    assert.deepEqual(seen, [["qr@example.com", "a/b"]]);
    assert.equal(server.received.length, 1);
  });

  it("never sends a password to another machine without TLS", async (t) => {
    const seen: string[] = [];
    const server = await startMailServer({
      onAuth({ username }, _session, done) {
        seen.push(username!);
        done(null, { user: username });
      },
    });
    t.after(server.close);
    const { smtp } = settingsFor("smtp://user:secret@mail.example.com");
    assert.equal(smtp.requireTls, true);
    const there = { ...smtp, host: "127.0.0.1", port: Number(new URL(server.url).port) };
    const transport = createTransport({ smtp: there, from: FROM });
    await assert.rejects(transport.send("id", "to@example.com", message), { code: "ETLS" });
    assert.deepEqual(seen, []);
    assert.equal(server.received.length, 0);
  });

  it("is cut when the server takes too long, although it keeps answering", async (t) => {
    const sockets = new Set<Socket>();
    // Each line of an answer that never ends comes sooner than silence would be noticed.
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
      const timer = setInterval(() => socket.write("250-wait\r\n"), 20);
      socket.on("close", () => clearInterval(timer)).write("220 ready\r\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sent = createTransport(settingsFor(url), { deadlineMs: 500 }).send("id", "to@example.com", message);
    await assert.rejects(sent, /took longer/);
    await until(async () => sockets.size === 0);
  });
});
