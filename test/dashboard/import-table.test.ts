import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import {
  decode,
  draftOf,
  failedTable,
  guessColumns,
  guessType,
  guessTypeOfAll,
  hasHeader,
  madeTable,
  productOf,
  readTable,
  SAMPLE,
} from "../../web/src/pages/import/table.ts";
import { showTimesIn } from "../../web/src/parts/formats.ts";

const TEXT = "Name;Ziel\r\nCafé Müller;https://example.com/ü\r\n";

/** The guessed columns, and the result of each row. */
function look(text: string) {
  const { rows, width } = readTable(text);
  const header = hasHeader(rows) ? rows[0]! : null;
  const data = header ? rows.slice(1) : rows;
  const columns = guessColumns(header, data, width);
  return { header, columns, width, drafts: data.map((row) => draftOf(row, columns, null)) };
}

describe("a table from a spreadsheet", () => {
  it("is read in whatever encoding it was written", () => {
    const utf16be = Buffer.from(TEXT, "utf16le").swap16();
    const files: [string, Uint8Array][] = [
      ["UTF-8", Buffer.from(TEXT)],
      ["UTF-8 with a mark", Buffer.from(`\ufeff${TEXT}`)],
      ["UTF-16 with a mark", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
      ["UTF-16 without", Buffer.from(TEXT, "utf16le")],
      ["UTF-16, big end first", Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be])],
      ["Windows-1252", Buffer.from(TEXT, "latin1")],
    ];
    for (const [what, bytes] of files) {
      const { rows } = readTable(decode(bytes));
      assert.deepEqual(rows[1]?.cells, ["Café Müller", "https://example.com/ü"], what);
    }
    assert.match(decode(Buffer.from([0x80, 0x20, 0x93])), /€ “/, "Windows-1252, not Latin-1");
  });

  it("is read with any cell separator, and numbers rows as the spreadsheet does", () => {
    for (const separator of [",", ";", "\t", "|"]) {
      const text = `Name${separator}URL\n\n"a ""b""${separator}\nc"${separator}example.com\n`;
      assert.deepEqual(readTable(text).rows, [
        { number: 1, cells: ["Name", "URL"] },
        { number: 3, cells: [`a "b"${separator}\nc`, "example.com"] },
      ]);
    }
    const named = readTable("sep=;\r\nName;URL\r\nA, B;example.com\r\n");
    assert.deepEqual(named.rows[1], { number: 3, cells: ["A, B", "example.com"] });
    assert.match(readTable('a,b\n"c,d\n').oddity ?? "", /row 2 is not closed/);
    assert.deepEqual(readTable("\n , \n").rows, []);
  });
});

describe("an export of another product", () => {
  const sample = (name: string) =>
    look(readFileSync(new URL(`../imports/samples/${name}.csv`, import.meta.url), "utf8"));

  it("is recognised by its columns, and leads to the links' destinations, not to their short addresses", () => {
    for (const [name, product, column] of [
      ["bitly", "Bitly", "Destination URL"],
      ["bitly-days", "Bitly", "Destination"],
      ["dub", "Dub", "Destination URL"],
      ["shlink", "Shlink", "longUrl"],
      ["kutt", "Kutt", "target"],
    ] as const) {
      const { header, columns } = sample(name);
      assert.equal(productOf(header!.cells), product);
      assert.equal(header!.cells[columns.indexOf("content")], column, name);
    }
  });

  it("is recognised by the columns that somebody chose", () => {
    for (const chosen of ["Clicks", "Created at", "Tags,Archived"]) {
      assert.equal(productOf(`Short link,Destination URL,${chosen}`.split(",")), "Dub", chosen);
    }
  });

  it("is not confused with another table", () => {
    for (const text of [SAMPLE, "Name,Link\na,example.com", "Title,URL,Clicks\na,example.com,3"]) {
      assert.equal(productOf(look(text).header?.cells ?? []), null);
    }
    assert.equal(productOf([]), null);
  });
});

describe("columns", () => {
  it("are guessed by their names, and each is used once", () => {
    const guessed = (head: string) =>
      look(`${head}\nx,https://a.example,y,z`)
        .columns.map((field) => field ?? "-")
        .join(" ");
    assert.equal(guessed("Title,Long URL,Tags,Note"), "name content tags -");
    assert.equal(guessed("name,content,Foreground colour,Background"), "name content foregroundColor backgroundColor");
    assert.equal(guessed("Name,Link,URL,Expires at"), "name content - expiresAt");
    assert.equal(guessed("Name,URL,Ends,Note"), "name content expiresAt -");
    assert.equal(guessed("Kind,Target,Error Correction,Is public"), "type content errorCorrection isPublic");
  });

  it("are guessed by their content if they have no names", () => {
    const { header, columns, drafts } = look("Bar,example.com/a,4\nLobby,example.com/b,5\n");
    assert.equal(header, null);
    assert.deepEqual(columns, ["name", "content", null]);
    assert.equal(drafts.length, 2);
    assert.notEqual(look("Wo,Was\nBar,example.com/a\n").header, null, "names in another language");
    assert.deepEqual(look("https://a.example\nhttps://b.example").columns, ["content"]);
  });

  it("of phone numbers and email addresses are used as content if there is no other", () => {
    const { header, columns, drafts } = look("Desk,Phone\nReception,020 7946 0000\nBar,020 7946 0001\n");
    assert.deepEqual(columns, ["name", "content"]);
    assert.equal(guessTypeOfAll(header, columns), "phone");
    assert.equal(drafts[0]!.body.content, "020 7946 0000");
    assert.deepEqual(look("Phone,Name,Link\n020 7946 0000,Bar,bar.example\n").columns, [null, "name", "content"]);
    const mail = look("Who,E-Mail\nAda,ada at work\n");
    assert.deepEqual([...mail.columns, guessTypeOfAll(mail.header, mail.columns)], ["name", "content", "email"]);
    assert.equal(guessTypeOfAll(null, ["name", "content"]), null);
  });

  it("determine the type from the content", () => {
    const types = {
      "https://example.com": "url",
      "example.com/menu": "url",
      "ada@example.com": "email",
      "mailto:ada@example.com": "email",
      "+44 20 7946 0000": "phone",
      "WIFI:T:WPA;S:a;P:b;;": "wifi",
      "52.5163,13.3777": "geo",
      "https://wa.me/442079460000": "whatsapp",
      "Back in five minutes": null,
      "3.50": null,
    };
    for (const [content, type] of Object.entries(types)) assert.equal(guessType(content), type, content);
  });
});

describe("a row", () => {
  it("becomes a request body, with the service's defaults for empty cells", () => {
    const { drafts } = look(SAMPLE);
    assert.deepEqual(
      drafts.map(({ problems }) => problems),
      [{}, {}, {}],
    );
    const [table, reception, network] = drafts.map(({ body }) => JSON.parse(JSON.stringify(body)));
    assert.deepEqual(table, {
      name: "Table 1",
      content: "https://example.com/menu?table=1",
      type: "url",
      tags: ["Tables"],
      foregroundColor: "#1a1410",
    });
    const both = look("Name,URL,Category,Tags\nA,example.com,Tables,summer; Garden").drafts[0]!;
    assert.deepEqual(both.body.tags, ["Tables", "summer", "Garden"], "of both columns");
    assert.deepEqual(reception, { name: "Reception", content: "+44 20 7946 0000", type: "phone" });
    assert.equal(new Date(network.expiresAt).getTime(), Date.parse("2030-12-31T23:59:59.999Z"));
  });

  it("shows at each cell what is wrong with it", () => {
    const head = "Name,Content,Type,Category,Color,Background,Size,Level,Active,Until";
    const long = "x".repeat(101);
    const { drafts } = look(
      `${head}\n${long},,car,${long},red,#12,90,Z,maybe,2026-02-30\nA,no address at all,url,,,,,,,1999-01-01`,
    );
    assert.deepEqual(Object.keys(drafts[0]!.problems).sort(), [
      "backgroundColor",
      "errorCorrection",
      "expiresAt",
      "foregroundColor",
      "isPublic",
      "name",
      "size",
      "tags",
      "type",
    ]);
    assert.deepEqual(Object.keys(drafts[1]!.problems).sort(), ["content", "expiresAt"]);
    assert.match(drafts[1]!.problems.content!, /^Must be a web address.*\.$/);
    const fits = look(`Name,Content,Type,Level\nA,${"ä".repeat(700)},text,H`).drafts[0]!;
    assert.match(fits.problems.content!, /1400 bytes, at most 1273/);
  });

  it("accepts only unambiguous dates", () => {
    const day = (cell: string) => {
      const { body, problems } = look(`Name,URL,Gültig bis\nA,a.example,${cell}`).drafts[0]!;
      return problems.expiresAt ?? (body.expiresAt ? String(body.expiresAt).slice(0, 10) : "");
    };
    assert.deepEqual(["31.12.2097", "1.2.2098", "2097-01-02", ""].map(day), [
      "2097-12-31",
      "2098-02-01",
      "2097-01-02",
      "",
    ]);
    for (const cell of ["1/2/2098", "31.02.2097", "31.12.1999", "soon"])
      assert.match(day(cell), /is not a future date such as 2030-12-31/);
  });

  it("reads a time by the clock of the workspace's zone, unless it has an offset", () => {
    const end = (cell: string) => look(`Name,URL,Until\nA,a.example,${cell}`).drafts[0]!.body.expiresAt;
    showTimesIn("America/New_York");
    for (const [cell, moment] of [
      ["2097-07-01 18:00", "2097-07-01T22:00:00.000Z"],
      ["2097-01-02T9:30:15", "2097-01-02T14:30:15.000Z"],
      ["2097-01-02T18:00Z", "2097-01-02T18:00:00.000Z"],
      ["2097-01-02 18:00:00 UTC", "2097-01-02T18:00:00.000Z"],
      ["2097-01-02T18:00:00.5+05:30", "2097-01-02T12:30:00.500Z"],
      ["9999-12-31 23:59", "9999-12-31T23:59:59.999Z"],
      ["9999-12-31T23:59-08:00", "9999-12-31T23:59:59.999Z"],
      // It comes twice, and never.
      ["2097-11-03 01:30", "2097-11-03T05:30:00.000Z"],
      ["2097-03-10 02:30", "2097-03-10T07:30:00.000Z"],
    ] as const)
      assert.equal(end(cell), moment, cell);
    for (const cell of ["2097-02-30 18:00", "2097-01-02 25:00", "1999-01-01 18:00"])
      assert.equal(end(cell), undefined, cell);
    showTimesIn("UTC");
  });

  it("is unchanged in the table of rows that were not imported, including formulas", () => {
    const { drafts, header, width } = look('Name,Content\n"=1+1",+44 20 7946 0000\n@x,"no, ""address"""\n');
    const failed = drafts.map((draft) => ({ draft, problems: { content: "=no" } }));
    const text = failedTable(failed, header, width);
    assert.match(text, /^'=1\+1,'\+44/m);
    const again = look(text);
    assert.deepEqual(
      again.drafts.map(({ body }) => body),
      drafts.map(({ body }) => body),
    );
    assert.deepEqual(again.columns, ["name", "content", null]);
    const made = madeTable([{ draft: drafts[0]!, id: "i", shareUrl: "https://q.example/r/x" }]);
    assert.match(made, /^'=1\+1,'\+44 20 7946 0000,phone,,https:\/\/q\.example\/r\/x,i\r\n$/m);
  });
});
