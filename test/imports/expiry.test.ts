import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fieldsOf } from "../../src/imports/link.ts";
import { READERS, type Source } from "../../src/imports/products.ts";

/** Where each product stores the expiry of a link. */
const ENDS: Partial<Record<Source, (text: string) => Record<string, unknown>>> = {
  shlink: (validUntil) => ({ shortCode: "a", meta: { validUntil } }),
  kutt: (expire_in) => ({ address: "a", expire_in }),
  dub: (expiresAt) => ({ key: "a", expiresAt }),
  bitly: (expiration_at) => ({ link: "bit.ly/a", expiration_at }),
};

describe("The expiry of a link of another product", () => {
  for (const [source, record] of Object.entries(ENDS)) {
    const read = (text: string) => READERS[source as Source](fieldsOf(Object.entries(record(text))), "row 2")[0]!;

    it(`is imported from ${source}`, () => {
      const { expiresAt, losses } = read("2031-05-06T12:00:00Z");
      assert.equal(expiresAt, Date.UTC(2031, 4, 6, 12));
      assert.deepEqual(losses, []);
      for (const same of ["2031-05-06 12:00", "2031-05-06T14:00:00.000+0200", "2031-05-06 12:00:00 UTC"])
        assert.equal(read(same).expiresAt, expiresAt, same);
      assert.deepEqual([read("").expiresAt, read("").losses], [null, []]);
    });

    it(`is reported if ${source} has one that cannot be read`, () => {
      const unread = ["next summer", "0000-00-00", "-000001-01-01T00:00:00Z", "never 7", "1"];
      for (const text of [...unread, "2027-02-31T00:00:00Z", "03/04/2027", "2027-01-01T25:00"]) {
        const { expiresAt, losses } = read(text);
        assert.equal(expiresAt, null);
        assert.deepEqual(losses, [`its expiry date, because "${text}" is not a date`]);
      }
    });
  }
});
