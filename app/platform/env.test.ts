import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings, SettingsError } from "./env.server.ts";

const scratch = () => mkdtempSync(join(tmpdir(), "gtmarc-settings-"));

test("nothing has to be set outside production", () => {
  const settings = readSettings({ DATA_DIR: scratch() });
  expect(settings).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    SITE_URL: "http://localhost:3000",
    production: false,
    ACCESS_CODE_DELAY_BUSINESS_DAYS: 4,
  });
});

test("the secret is made once, kept privately in the data directory, and read again", () => {
  const DATA_DIR = scratch();
  const { SECRET } = readSettings({ DATA_DIR });
  expect(SECRET.length).toBeGreaterThanOrEqual(32);
  expect(readSettings({ DATA_DIR }).SECRET).toBe(SECRET);
  expect(readFileSync(join(DATA_DIR, "secret"), "utf8").trim()).toBe(SECRET);
  expect(statSync(join(DATA_DIR, "secret")).mode & 0o077).toBe(0);
});

test("every bad setting is named in one message", () => {
  const read = () =>
    readSettings({
      PORT: "many",
      SITE_URL: "ftp://x",
      SMTP_URL: "mail.example",
      SECRET: "short",
      COMPANY_TIMEZONE: "Mars/Base",
      DATA_DIR: scratch(),
    });
  expect(read).toThrow(SettingsError);
  try {
    read();
  } catch (error) {
    for (const name of ["PORT", "SITE_URL", "SMTP_URL", "SECRET", "COMPANY_TIMEZONE"])
      expect((error as SettingsError).message).toContain(name);
  }
});

test("production wants its address and its secret from the operator, and listens to everybody", () => {
  const read = (extra = {}) => readSettings({ GTMARC_MODE: "production", DATA_DIR: scratch(), ...extra });
  expect(() => read()).toThrow(/SITE_URL.*\n.*SECRET/);
  const settings = read({ SITE_URL: "https://gtmarc.example/", SECRET: "x".repeat(32) });
  expect(settings).toMatchObject({ HOST: "0.0.0.0", SITE_URL: "https://gtmarc.example", production: true });
});

test("an empty variable counts as not set", () => {
  expect(readSettings({ DATA_DIR: scratch(), SMTP_URL: "", PORT: "" }).PORT).toBe(3000);
});
