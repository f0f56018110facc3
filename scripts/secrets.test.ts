import { expect, test } from "vitest";
import { secretsIn } from "./secrets.ts";

// Assembled here, so that this file does not contain what the check looks for.
const random = "q7Zk2Vb9Xw4Tn8Rm5Lc3Hd6Jf1Gs0Pa9Ye2Uo7Ib";
const credentials: [kind: string, text: string][] = [
  ["AWS access key", `AKIA${"IOSFODNN7EXAMPLE"}`],
  ["GitHub token", `ghp_${random.slice(0, 36)}`],
  ["npm token", `npm_${random.slice(0, 36)}`],
  ["npm token", `//registry.example/:_authToken=${random.slice(0, 24)}`],
  ["Stripe key", `sk_${"live"}_${random.slice(0, 24)}`],
  ["Stripe webhook secret", `whsec_${random.slice(0, 32)}`],
  ["Slack token", `xoxb-${random.slice(0, 20)}`],
  ["Google API key", `AIza${random.slice(0, 35)}`],
  ["SendGrid key", `SG.${random.slice(0, 22)}.${`${random}abc`}`],
  ["language model key", `sk-proj-${random}`],
  ["JSON web token", `eyJ${random.slice(0, 12)}.eyJ${random.slice(0, 12)}.${random.slice(0, 20)}`],
  ["private key", `-----BEGIN ${"RSA PRIVATE"} KEY-----`],
  ["password in an address", `postgres://app:${random.slice(0, 12)}@db.example/app`],
];

test.each(credentials)("%s is found", (kind, text) => {
  expect(secretsIn(`const value = "${text}";`).map((found) => found.kind)).toContain(kind);
});

test.each(["postgres://user:password@host:5432/gtmarc", "https://gtmarc.example/a:b@c", "sha384-AKIA", "sk_test_…"])(
  "%s is no credential",
  (text) => expect(secretsIn(text)).toEqual([]),
);
