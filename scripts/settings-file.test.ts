import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSettingsFile, systemdValues } from "./settings-file.js";

const folder = mkdtempSync(join(tmpdir(), "gtmarc-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(...lines: string[]): string {
  const file = join(folder, "settings");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

/** Reads files with systemd's own parser, the one of EnvironmentFile=, and prints the variables for a shell. */
const generator = "/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator";
const hasSystemd = existsSync(generator);
if (!hasSystemd) process.stderr.write("Skipped: a test of settings-file.test.ts needs Debian's package systemd.\n");

test("variables of the environment keep their values, others come from the file", () => {
  const environment = { PORT: "4000" } as Record<string, string>;
  expect(readSettingsFile(fileOf("PORT=5000", "HOST=127.0.0.1"), environment)).toEqual([]);
  expect(environment).toEqual({ PORT: "4000", HOST: "127.0.0.1" });
  expect(readSettingsFile(join(folder, "missing"), environment)).toEqual([]);
});

test("a value that systemd has read differently is named, another override is not", () => {
  const file = fileOf("SECRET=0123456789012345678901234567890123#rest", "MAIL_FROM=a\\b", "PORT=5000");
  const ofSystemd = { SECRET: "0123456789012345678901234567890123#rest", MAIL_FROM: "ab", PORT: "5000" };
  expect(readSettingsFile(file, { ...ofSystemd })).toEqual(["MAIL_FROM", "SECRET"]);
  expect(readSettingsFile(file, { SECRET: "another one", MAIL_FROM: "a\\b", PORT: "1" })).toEqual([]);
  const quoted = fileOf("SECRET='0123456789012345678901234567890123#rest'");
  expect(readSettingsFile(quoted, { SECRET: ofSystemd.SECRET })).toEqual([]);
});

test.skipIf(!hasSystemd)("values are computed as systemd's parser reads them", () => {
  const lines = [
    ...["A=abc#def", "B=ab\\cd", 'C="q \\n \\" \\\\ x"', "D='sq # \\ x'", "F=`bq`", "G=v # comment", " H = spaced  "],
    ...[
      'I="a" b',
      "J=it's",

      "L=x=y",
      "M=a  b",
      "N=\"a\"'b'",
      "O=\\#x",
      "P=caf\u00e9 # z",
      "#Q=1",
      ";R=1",
      "S=1\r",
    ],
  ];
  mkdirSync(join(folder, "environment.d"), { recursive: true });
  writeFileSync(join(folder, "environment.d", "test.conf"), `${lines.join("\n")}\n`);
  const printed = execFileSync(generator, { env: { XDG_CONFIG_HOME: folder, HOME: folder }, encoding: "utf8" });
  const script = `set -a\n${printed}\nfor name in "$@"; do printf '%s=%s\\0' "$name" "\${!name}"; done`;
  const names = [...systemdValues(lines.join("\n")).keys()];
  const read = execFileSync("bash", ["--norc", "-c", script, "bash", ...names], { env: {}, encoding: "utf8" });
  expect(Object.fromEntries(systemdValues(lines.join("\n")))).toEqual(
    Object.fromEntries(
      read
        .split("\0")
        .slice(0, -1)
        .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
    ),
  );
  expect(names).toHaveLength(14);
});
