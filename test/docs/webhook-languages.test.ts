/** The ten lines that verify a webhook in other languages, run if the language is installed, with real signatures. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import { freshDir } from "../support/stores.ts";

const DOCUMENT = readFileSync(new URL("../../docs/integrations.md", import.meta.url), "utf8");
const blockOf = (language: string): string => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(DOCUMENT)![1]!;

const GO_IMPORTS = [
  ...["crypto/hmac", "crypto/sha256", "encoding/base64", "encoding/json", "fmt", "net/http", "os"],
  ...["strconv", "strings", "time"],
];

/** How to run each: it reads the cases from standard input and prints which it accepted. */
const LANGUAGES: Record<
  string,
  { program: string; test: string[]; file: string; args: string[]; around(block: string): string }
> = {
  js: {
    program: process.execPath,
    test: ["--version"],
    file: "verify.mjs",
    args: [],
    around: (block) => `${block}
import { readFileSync } from "node:fs";
const cases = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map((each) => verify(each.body, each.headers, each.secret))));`,
  },
  python: {
    program: "python3",
    test: ["--version"],
    file: "verify.py",
    args: [],
    around: (block) => `${block}
import json, sys
cases = json.load(sys.stdin)
print(json.dumps([verify(each["body"].encode(), each["headers"], each["secret"]) for each in cases]))`,
  },
  php: {
    program: "php",
    test: ["--version"],
    file: "verify.php",
    args: [],
    around: (block) => `<?php
${block}
$cases = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(fn($each) => verify($each['body'], $each['headers'], $each['secret']), $cases));`,
  },
  go: {
    program: "go",
    test: ["version"],
    file: "verify.go",
    args: ["run"],
    around: (block) => `package main
import (${GO_IMPORTS.map((name) => `\n\t"${name}"`).join("")}
)
${block}
func main() {
	var cases []struct { Body, Secret string; Headers map[string]string }
	json.NewDecoder(os.Stdin).Decode(&cases)
	believed := []bool{}
	for _, each := range cases {
		headers := http.Header{}
		for name, value := range each.Headers { headers.Set(name, value) }
		believed = append(believed, verify([]byte(each.Body), headers, each.Secret))
	}
	json.NewEncoder(os.Stdout).Encode(believed)
}`,
  },
  ruby: {
    program: "ruby",
    test: ["--version"],
    file: "verify.rb",
    args: [],
    around: (block) => `${block}
require "json"
cases = JSON.parse(STDIN.read)
puts JSON.generate(cases.map { |each| verify(each["body"], each["headers"], each["secret"]) })`,
  },
};

const SECRET = `whsec_${Buffer.from("a secret of the receiver and us").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another secret, newer than that").toString("base64")}`;
const BODY = JSON.stringify({ type: "qrcode.updated", data: { name: "Zürich ☕ \u2028" } });

function delivery(secrets: string[], ageSeconds = 0, changes: { body?: string; id?: string } = {}) {
  const at = new Date(Date.now() - ageSeconds * 1000);
  const signed = secrets.map((each) => new Webhook(each).sign("msg_1", at, BODY)).join(" ");
  const headers = {
    "webhook-id": changes.id ?? "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signed,
  };
  return { body: changes.body ?? BODY, headers, secret: SECRET };
}

/** Far from the five minutes, so that the start time of a language does not matter. */
const CASES = () => [
  delivery([SECRET]),
  delivery([OTHER, SECRET]),
  delivery([SECRET], 120),
  delivery([OTHER]),
  delivery([SECRET], 0, { body: BODY.replace("Zürich", "Bern") }),
  delivery([SECRET], 0, { id: "msg_2" }),
  delivery([SECRET], 900),
  delivery([SECRET], -900),
];
const EXPECTED = [true, true, true, false, false, false, false, false];

describe("A webhook verified in ten lines", () => {
  for (const [language, { program, test, file, args, around }] of Object.entries(LANGUAGES)) {
    const isHere = spawnSync(program, test).status === 0;
    const lines = blockOf(language)
      .split("\n")
      .filter((line) => /\w/.test(line) && !/^(import|require) /.test(line));

    it(`of ${language}${isHere ? "" : ` (not run: ${program} is not on this machine)`}`, () => {
      assert.ok(lines.length <= 12, `${lines.length} lines`);
      if (!isHere) return;
      const path = join(freshDir(), file);
      writeFileSync(path, around(blockOf(language)));
      const { stdout, stderr } = spawnSync(program, [...args, path], {
        input: JSON.stringify(CASES()),
        encoding: "utf8",
      });
      assert.equal(stderr, "");
      assert.deepEqual(JSON.parse(stdout), EXPECTED);
    });
  }
});
