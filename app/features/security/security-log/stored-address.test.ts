import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { storedAddress } from "./stored-address.server.ts";

const settings = { SITE_URL: "https://gtmarc.example", PREVIEW_HOSTS: ["*.vercel.app"] };
const stored = (address: string) => storedAddress(address, settings);
const token = "Zk3_v9-QwErTyUiOpAsDfGhJkLzXcVbNm1234567890";

test.each([
  [`https://gtmarc.example/booking/${token}?x=1`, "/booking/:token"],
  [`/booking/${token}/event.ics#top`, "/booking/:token/event.ics"],
  [`http://localhost:3000/share/${token}`, "/share/:token"],
  [`https://gtmarc.example/unsubscribe/${token}`, "/unsubscribe/:token"],
  [`/booking/${token}.data?_routes=x`, "/booking/:token"],
  [`https://gtmarc.example/calendar/${token}/calls.ics`, "/calendar/:token/calls.ics"],
  ["https://gtmarc.example/share/short", "/share/:token"],
  ["https://gtmarc.example/blueprint/help/short?notice=saved", "/blueprint/help/:token"],
  ["https://gtmarc.example/blueprint/coming-soon", "/blueprint/coming-soon"],
  ["https://gtmarc.example//Booking//short", "/Booking/:token"],
  [`https://gtmarc.example/%62ooking/${token.replace("Z", "%5A")}`, "/%62ooking/:token"],
  ["https://gtmarc.example/booking%2Fshort", "/booking%2Fshort"],
  [`https://gtmarc.example/other/eyJhbGciOi.${token}`, "/other/:token"],
  ["https://gtmarc.example/admin/blueprint/018f3b1c-7b1e-7c11-8f6b-111111111111", "/admin/blueprint/:token"],
  ["https://gtmarc.example/x/dana%40northfield.example", "/x/:token"],
  ["https://gtmarc.example/reset-password?token=abc", "/reset-password"],
  ["https://user:secret@gtmarc.example/pricing", "/pricing"],
  ["https://gtmarc.example/assets/entry-of-a-long-name-Ab12Cd34Ef.js", "/assets/entry-of-a-long-name-Ab12Cd34Ef.js"],
])("for our own %s the path without secrets is stored: %s", (address, expected) => {
  expect(stored(address)).toBe(expected);
});

test.each([
  ["https://evil.example/x.js?secret=1#y", "https://evil.example"],
  ["https://user:secret@evil.example:8443/reset/abc", "https://evil.example:8443"],
  ["//evil.example/a", "https://evil.example"],
  ["/\\evil.example/a", "https://evil.example"],
  ["moz-extension://0b1c2d3e/content.js", "moz-extension://0b1c2d3e"],
  [`https://pr-7.vercel.app/share/${token}`, "https://pr-7.vercel.app"],
  ["wss://push.example/socket?k=1", "wss://push.example"],
  ["data:text/html,secret", "data:"],
  ["blob:https://gtmarc.example/018f3b1c", "blob:"],
])("for the foreign %s only the origin is stored: %s", (address, expected) => {
  expect(stored(address)).toBe(expected);
});

test.each(["", "inline", "eval", "wasm-eval", "trusted-types-policy", "chrome-extension", "x"])(
  "the keyword %s is stored unchanged",
  (word) => {
    expect(stored(word)).toBe(word);
  },
);

test("other text is stored without queries, addresses and tokens", () => {
  expect(stored(`not an address ${token}?a=b`)).toBe("not an address [token]");
  expect(stored("https://[broken/secret")).toBe("https:");
});

type Entry = { path?: string | undefined; children?: Entry[] | undefined };
const pathsOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])]);

test("no route's token is stored", () => {
  const withToken = pathsOf(routes as readonly Entry[]).filter((path) => path.includes(":token"));
  expect(withToken.length).toBeGreaterThan(4);
  for (const path of withToken)
    expect(stored(`https://gtmarc.example/${path.replace(":token", "abc")}`)).toBe(`/${path}`);
});

test(
  "a path of many segments takes linear time",
  withinCpu(5000, () => {
    expect(stored("/a".repeat(100_000))).toMatch(/^\/a/);
  }),
);
