import { expect, test } from "vitest";
import { judgeTarget } from "./request-target.ts";

const host = "gtmarc.example";
const judged = (target: string) => judgeTarget(target, host);

test.each([
  "/",
  "/account",
  "/account?tab=email",
  "/a/",
  "/blueprint/x.pdf",
  "/%E2%82%AC",
  "/a%2Fb",
  "/a?q=//x/..%2F\\",
  "/?",
])("%s is in its normal form", (target) => {
  expect(judged(target)).toEqual({ kind: "normal" });
});

test.each([
  ["//", "/"],
  ["//[", "/["],
  ["//x/account", "/x/account"],
  ["///evil.example//a?preview_token=x", "/evil.example/a?preview_token=x"],
  ["/a//b", "/a/b"],
  ["/a/../b", "/b"],
  ["/a/..//b", "/b"],
  ["/..//evil.example", "/evil.example"],
  ["/a/%2e%2e/%2E/b", "/b"],
  ["/%61ccount", "/account"],
  ["/%61pi/%2e./admin", "/admin"],
  ["/a b", "/a%20b"],
])("%s is another form of %s", (target, normal) => {
  expect(judged(target)).toEqual({ kind: "other-form", normal });
});

test("normalizing is idempotent and never leaves the site", () => {
  const parts = ["/", "//", ".", "..", "%2e", "%2F", "%5c", "a", "%61", "evil.example", "[", "@", ":"];
  for (const one of parts)
    for (const two of parts)
      for (const three of parts) {
        const target = judged(`/${one}${two}${three}`);
        if (target.kind !== "other-form") continue;
        expect(judged(target.normal), target.normal).toEqual({ kind: "normal" });
        expect(new URL(target.normal, "https://gtmarc.example").host).toBe(host);
      }
});

test.each([
  "*",
  "",
  "account",
  "/%",
  "/%zz",
  "/%ff",
  "/%c3%28",
  "/schedule/%00",
  "/%0d%0aset-cookie:x",
  "/\u0000",
  "/a\\b",
  "\\\\x",
  "/?a=%00",
])("%j cannot be read", (target) => {
  expect(judged(target)).toEqual({ kind: "unreadable" });
});

test("an absolute address counts when it names the host of the request", () => {
  expect(judged("http://gtmarc.example/account")).toEqual({ kind: "normal" });
  expect(judged("HTTPS://GTMARC.example")).toEqual({ kind: "normal" });
  expect(judged("http://gtmarc.example//account")).toEqual({ kind: "other-form", normal: "/account" });
  for (const target of [
    "http://evil.example/",
    "http://gtmarc.example@evil.example/",
    "http://",
    "ftp://gtmarc.example/",
  ])
    expect(judged(target), target).toEqual({ kind: "unreadable" });
  expect(judgeTarget("http://gtmarc.example/", undefined)).toEqual({ kind: "unreadable" });
});
