import { expect, test, vi } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { readyNotice } from "./ready-notice.ts";

const started = { port: 3999, startedMs: 1_000, isTerminal: false, setupUrl: null };
const site = { SITE_URL: "https://gtmarc.example", SECRET: "x".repeat(32), DATA_DIR: "/var/lib/gtmarc" };

test("a production start prints the address it listens on, which its URL does not show", () => {
  const settings = useSettings({ ...site, production: true, HOST: "::1" });
  expect(readyNotice(settings, started)).toContain("http://[::1]:3999");
});

test("commands are printed as they are called: by npm in a clone, by the launcher in a release archive", () => {
  const settings = useSettings({ ...site, production: true, HOST: "127.0.0.1" });
  expect(readyNotice(settings, started)).toContain("npm run gtmarc -- admin create");
  vi.stubEnv("GTMARC_LAUNCHER", "/opt/gtmarc/gtmarc");
  const notice = readyNotice(settings, started);
  vi.unstubAllEnvs();
  expect(notice).toContain(" /opt/gtmarc/gtmarc admin create");
  expect(notice).not.toContain("npm");
});

test("without an admin the notice has the link to set-up", () => {
  const settings = useSettings({ ...site, production: true, HOST: "127.0.0.1" });
  expect(readyNotice(settings, started)).not.toContain("/setup");
  const setupUrl = "https://gtmarc.example/setup?token=abc";
  expect(readyNotice(settings, { ...started, setupUrl })).toContain(`  ${setupUrl}\n`);
});

test("only a terminal is offered Ctrl-C", () => {
  const settings = useSettings({ ...site, production: true, HOST: "127.0.0.1" });
  expect(readyNotice(settings, started)).not.toContain("Ctrl-C");
  expect(readyNotice(settings, { ...started, isTerminal: true })).toContain("Ctrl-C");
});
