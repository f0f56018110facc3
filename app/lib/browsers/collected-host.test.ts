import { expect, test } from "vitest";
import { isCollectedHost } from "./collected-host.ts";

const hostname = (url: string) => new URL(url).hostname;

test.each([
  "http://localhost:3000",
  "http://127.0.0.1",
  "http://0x7f.1",
  "http://192.168.1.20:80",
  "http://[::1]:3000",
])("%s is not collected", (url) => expect(isCollectedHost(hostname(url))).toBe(false));

test.each(["https://gtmarc.example", "https://www1.gtmarc.example", "http://intranet2", "http://site.localhost:3000"])(
  "%s is collected",
  (url) => expect(isCollectedHost(hostname(url))).toBe(true),
);
