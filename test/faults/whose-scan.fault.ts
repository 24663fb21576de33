import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { foreignJournal, lostDatabase, oddLines, olderDatabase } from "./support/whose-scan.ts";

onEachEngine("F17: a database that is not the journal's own", (engine) => {
  it("restored from an older backup: scans without a code are set aside", () =>
    olderDatabase(engine, "restored", 2000));
  it("a standby that lacks the last rows: scans without a code are set aside", () =>
    olderDatabase(engine, "failed over", 2000));
  it("lost: the start is refused", () => lostDatabase(engine, "lost"));
  it("emptied: the start is refused", () => lostDatabase(engine, "emptied"));
  it("another installation's: settle is refused", () => foreignJournal(engine));
});

onEachEngine("F18: lines that cannot be settled", (engine) => {
  it("are set aside and reported, and everything after them is settled", () => oddLines(engine, 500));
});
