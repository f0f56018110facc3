import { expect, test } from "vitest";
import { browserName } from "./browser-name.ts";
import { maxUserAgent, userAgentOf } from "./user-agent.ts";

const sent = (text: string) => userAgentOf(new Headers({ "user-agent": text }));

test("a user agent is cut before anything searches it or keeps it", () => {
  const usual = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36";
  expect(sent(usual)).toBe(usual);
  expect(sent(`${"x".repeat(maxUserAgent)} Chrome/146`)).toBe("x".repeat(maxUserAgent));
  expect(browserName(sent(`${"Version/1 ".repeat(1600)}Safari/1`))).toBeNull();
  expect(userAgentOf(new Headers())).toBe("");
});
