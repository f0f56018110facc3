import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const apple = "AppleWebKit/537.36 (KHTML, like Gecko)";
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${apple} Chrome/141.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${apple} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; WOW64) ${apple} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`, "Edge on Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) OPiOS/16.0.15 Mobile/15E148 Safari/9537.53",
    "Opera on iPhone",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15.7; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on macOS"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${apple} Chrome/141.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${apple} HeadlessChrome/141.0.0.0 Safari/537.36`, "Chrome on Linux"],
  ["curl/8.5.0", "An unknown browser"],
  ["", "An unknown browser"],
  ["<script>Windows", "A browser on Windows"],
])("%s is %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
