import { expect, test } from "vitest";
import { nextPath, signInAddress } from "./next-path.ts";

test.each([
  "/",
  "/account",
  "/account?tab=security",
  "/blueprint/wizard/mode?from=a%2Fb#tools",
  "/verify-access?return=%2F%2Felsewhere",
  "/caf%C3%A9",
  "/authors",
])("%s is a page of this site", (path) => {
  expect(nextPath(path)).toBe(path);
});

test("dots are resolved, so that the checked path is the opened one", () => {
  expect(nextPath("/a/../account")).toBe("/account");
  expect(nextPath("/a//b")).toBe("/a/b");
  expect(nextPath("/%61ccount?a=%61")).toBe("/account?a=%61");
});

test.each([
  [null],
  [undefined],
  [""],
  ["account"],
  ["?tab=security"],
  ["https://evil.example/"],
  ["HTTPS:evil.example"],
  ["javascript:alert(1)"],
  ["data:text/html,x"],
  ["//evil.example"],
  ["///evil.example"],
  ["/\\evil.example"],
  ["\\\\evil.example"],
  ["/\\/evil.example"],
  ["/%2fevil.example"],
  ["/%2F%2Fevil.example"],
  ["%2f%2fevil.example"],
  ["/%5cevil.example"],
  ["/%255cevil.example"],
  ["/%252f%252fevil.example"],
  ["/\tevil.example"],
  ["/\t/evil.example"],
  ["/\n/evil.example"],
  ["/%09/evil.example"],
  ["/%0d%0aSet-Cookie:x=y"],
  ["/account?x=\r\nSet-Cookie: x=y"],
  ["/..//evil.example"],
  ["/.//evil.example"],
  ["/%2e%2e//evil.example"],
  [" /account"],
  ["/auth"],
  ["/auth?next=/auth"],
  ["/%61uth"],
  ["/%2561uth"],
  ["/a/%2e%2e/auth"],
  ["/auth.data"],
  ["/%61pi/auth/get-session"],
  ["/account%252Edata"],
  ["/account.DATA"],
  ["/AUTH/verify?token=x"],
  ["/x/../auth"],
  ["/api/auth/sign-out"],
  [`/${"a".repeat(2000)}`],
  ["/\u2028"],
])("%j is refused", (path) => {
  expect(nextPath(path)).toBeNull();
});

test("the router's requests for a page's data count as requests for the page", () => {
  expect(nextPath("/account.data?_routes=routes%2Faccount&tab=email")).toBe("/account?tab=email");
  expect(nextPath("/account%2Edata")).toBe("/account");
  expect(nextPath("/account.data.data")).toBe("/account");
  expect(nextPath("/account%2edata%2Edata.data")).toBe("/account");
  expect(nextPath("/_root.data")).toBe("/");
  expect(nextPath("/blueprint/_.data")).toBe("/blueprint/");
  expect(nextPath("/blueprint/x.pdf")).toBe("/blueprint/x.pdf");
  expect(signInAddress("https://gtmarc.example/account.data?_routes=a&tab=email")).toBe(
    "/auth?next=%2Faccount%3Ftab%3Demail",
  );
  expect(signInAddress("https://gtmarc.example/account?tab=email")).toBe("/auth?next=%2Faccount%3Ftab%3Demail");
});
