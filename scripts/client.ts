/**
 * npm run client: generates the client's types and the Postman collection from the OpenAPI document. With --check, only
 * reports which is outdated.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { typesOf } from "../client/scripts/types.ts";
import { readDocument } from "../test/docs/support.ts";
import { collectionOf } from "./support/collection.ts";

const document = await readDocument();
const made: Record<string, string> = {
  "client/src/openapi.ts": await typesOf(document),
  "docs/tessera.postman_collection.json": collectionOf(document),
};
const onlyCheck = process.argv.includes("--check");
for (const [file, text] of Object.entries(made)) {
  const path = new URL(`../${file}`, import.meta.url);
  if (!onlyCheck) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`${file} does not match the OpenAPI document: run npm run client`);
    process.exitCode = 1;
  }
}
