import { expect, test } from "vitest";
import { hostKind, isLoopbackHost, normalizeHost } from "./hosts.server.ts";

const settings = {
  SITE_URL: "https://gtmarc.example",
  PREVIEW_HOSTS: ["*.vercel.app", "staging.gtmarc.example"],
};

test.each([
  ["gtmarc.example", "gtmarc.example"],
  ["GTMarc.Example", "gtmarc.example"],
  ["gtmarc.example.", "gtmarc.example"],
  ["gtmarc.example:443", "gtmarc.example"],
  ["gtmarc.example.:443", "gtmarc.example"],
  ["gtmarc.example:8443", "gtmarc.example:8443"],
  ["[::1]:3000", "[::1]:3000"],
  ["[0:0:0:0:0:0:0:1]", "[::1]"],
  ["user@gtmarc.example", ""],
  ["gtmarc.example/evil", ""],
  ["gtmarc.example?x", ""],
  ["gtmarc.example#x", ""],
  ["gtmarc.example\\evil", ""],
  ["gtmarc.example, evil.example", ""],
  ["gtmarc.example:99999", ""],
  [".", ""],
  ["", ""],
])("host %s is %s", (host, normalized) => {
  expect(normalizeHost(host, "https:")).toBe(normalized);
});

test.each([
  ["gtmarc.example", "site"],
  ["GTMARC.example.", "site"],
  ["gtmarc.example:443", "site"],
  ["gtmarc.example:3000", "unknown"],
  ["pr-7.vercel.app", "preview"],
  ["PR-7.vercel.app.", "preview"],
  ["pr-7.vercel.app.:8080", "preview"],
  ["staging.gtmarc.example.", "preview"],
  ["vercel.app", "unknown"],
  ["localhost:3000", "loopback"],
  ["localhost.", "loopback"],
  ["127.0.0.1", "loopback"],
  ["127.9.8.7:80", "loopback"],
  ["[::1]:3000", "loopback"],
  ["[::ffff:127.0.0.1]", "loopback"],
  ["localhost.evil.example", "unknown"],
  ["127.0.0.1.evil.example", "unknown"],
  ["gtmarc.example..", "unknown"],
  ["gtmarc.example/", "unknown"],
  ["", "unknown"],
])("host %s is %s", (host, kind) => {
  expect(hostKind(host, settings)).toBe(kind);
});

test("a loopback host is recognized with any SITE_URL", () => {
  expect(hostKind("localhost:3000", { ...settings, SITE_URL: "http://localhost:3000" })).toBe("site");
  expect(isLoopbackHost("localhost:3000")).toBe(true);
  expect(isLoopbackHost("gtmarc.example")).toBe(false);
});
