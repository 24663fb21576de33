import assert from "node:assert/strict";
import { it } from "node:test";
import { createTables, flag, integer, joined, serial, table, tables, text, time } from "../../src/database/table.ts";

const described = tables({
  shelves: table(
    {
      num: serial(),
      owner_id: text().references("owners (id) ON DELETE CASCADE"),
      label: text().default("-").as("title"),
      is_open: flag().default(0),
      opened_at: time().optional(),
      marks: integer().through(
        (bits) => (bits & 1 ? ["first"] : []),
        (marks) => marks.length,
      ),
      sort_key: text().internal(),
    },
    { unique: ["owner_id", "label"], indexes: ["CREATE INDEX shelves_label ON shelves (label)"] },
  ),
  books: table(
    { shelf_num: integer().internal(), pages: integer() },
    { primaryKey: ["shelf_num"], isClustered: true, isUnlogged: true, storage: "WITH (fillfactor = 50)" },
  ),
});
const { shelves, books } = described;
const row = { num: 3, owner_id: "o", label: "A", is_open: 1, opened_at: null, marks: 1 };
const shelf = { num: 3, ownerId: "o", title: "A", isOpen: true, openedAt: null, marks: ["first"] };

it("A description gives the statements of both engines", () => {
  assert.deepEqual(createTables("sqlite", described), [
    `CREATE TABLE "shelves" ("num" INTEGER PRIMARY KEY AUTOINCREMENT, "owner_id" text NOT NULL REFERENCES owners (id) ON DELETE CASCADE, "label" text NOT NULL DEFAULT '-', "is_open" smallint NOT NULL DEFAULT 0, "opened_at" bigint, "marks" integer NOT NULL, "sort_key" text NOT NULL, UNIQUE (owner_id,label))`,
    "CREATE INDEX shelves_label ON shelves (label)",
    `CREATE TABLE "books" ("shelf_num" integer NOT NULL, "pages" integer NOT NULL, PRIMARY KEY (shelf_num)) WITHOUT ROWID`,
  ]);
  assert.equal(
    createTables("postgres", described)[2],
    `CREATE UNLOGGED TABLE "books" ("shelf_num" integer NOT NULL, "pages" integer NOT NULL, PRIMARY KEY (shelf_num)) WITH (fillfactor = 50)`,
  );
});

it("A row is read into an object without internal columns", () => {
  assert.deepEqual(shelves.read(row), shelf);
  assert.deepEqual(shelves.selection, ["num", "owner_id", "label", "is_open", "opened_at", "marks"].map(of("shelves")));
});

it("Only given values are written, and no number that the database gives", () => {
  const { num: _, ...written } = row;
  assert.deepEqual(shelves.write(shelf), written);
  assert.deepEqual(shelves.write({ isOpen: false, title: undefined }), { is_open: 0 });
  assert.deepEqual(shelves.write({ openedAt: 0, other: 1 } as object), { opened_at: 0 });
});

it("Rows of two tables are read into one object", () => {
  const both = joined(shelves, books);
  assert.deepEqual(both.read({ ...row, pages: 9 }), { ...shelf, pages: 9 });
  assert.deepEqual(both.selection.at(-1), "books.pages");
});

function of(table: string) {
  return (column: string) => `${table}.${column}`;
}
