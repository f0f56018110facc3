import { afterEach, expect, test, vi } from "vitest";
import { hourMs } from "#app/lib/durations.ts";
import { log } from "#app/platform/log.server.ts";
import { unknownHostLog } from "./unknown-hosts.ts";

afterEach(() => vi.restoreAllMocks());

test("each refused host is logged once with the expected one, at most twenty hosts an hour", () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => {});
  let now = 0;
  const refused = unknownHostLog("https://gtmarc.example:8443", () => now);
  for (let time = 0; time < 3; time += 1) refused("gtmarc.example");
  expect(warned).toHaveBeenCalledTimes(1);
  expect(warned.mock.calls[0]).toEqual([
    { host: "gtmarc.example", expected: "gtmarc.example:8443" },
    expect.stringContaining("$http_host"),
  ]);
  for (let number = 0; number < 50; number += 1) refused(`host-${number}.example`);
  expect(warned).toHaveBeenCalledTimes(20);
  now = hourMs + 1;
  refused("gtmarc.example");
  expect(warned).toHaveBeenCalledTimes(21);
});
