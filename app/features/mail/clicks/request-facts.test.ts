import { expect, test } from "vitest";
import { agentKind, requestKind } from "./request-facts.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36";
const safari15 =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15";
const safari18 = safari15.replace("15.6", "18.1");
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const kind = (headers: Record<string, string>, isSecure = true) => requestKind(new Headers(headers), isSecure);

test("programs that identify themselves are not browsers", () => {
  expect([chrome, safari15, safari18, firefox].map(agentKind)).toEqual(Array(4).fill("browser"));
  for (const name of [
    "curl/8.0",
    "python-requests/2.31",
    "Barracuda Sentinel (EE)",
    "Mozilla/5.0 HeadlessChrome/146.0",
    "Slackbot-LinkExpanding 1.0",
    "BingPreview/1.0b",
    "Mimecast",
  ])
    expect(agentKind(name)).toBe("scanner");
  expect(agentKind(" ")).toBe("none");
});

test("Fetch Metadata shows a navigation, a prefetch, or its absence in a browser that sends it", () => {
  const navigation = { "user-agent": chrome, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  expect(kind(navigation)).toBe("navigation");
  expect(kind({ ...navigation, "sec-purpose": "prefetch;prerender" })).toBe("preview");
  expect(kind({ ...navigation, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" })).toBe("preview");
  for (const agent of [chrome, firefox, safari18]) expect(kind({ "user-agent": agent })).toBe("bare");
  for (const agent of [safari15, chrome.replace("146", "79"), "Something/1.0", ""])
    expect(kind({ "user-agent": agent })).toBe("unknown");
  expect(kind({ "user-agent": chrome }, false)).toBe("unknown");
});
