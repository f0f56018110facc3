import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { layoutOf } from "#app/platform/postgres/layout.server.ts";
import { findPostmaster } from "#app/platform/postgres/postmaster.server.ts";
import { test } from "./journey.ts";

/*
 * Only React's development build reports hydration mismatches, so this starts the
 * development server, hydrates every island of the content pages with its dialogs open, and expects no warning.
 */
test.describe.configure({ mode: "serial" });

let dataDir = "";
let server: ChildProcess;
let base = "";

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "gtmarc-hydration-"));
  start(await freePort());
  const isReady = async () => {
    // Another journey's product may have taken the port before this server listened.
    if (server.exitCode !== null) start(await freePort());
    // Only the development server has the first file.
    return Promise.all(["/@vite/client", "/"].map((path) => fetch(base + path))).then(
      (answers) => answers.every(({ ok }) => ok),
      () => false,
    );
  };
  await expect.poll(isReady, { timeout: 150_000, message: "the development server responds" }).toBe(true);
});

function start(port: number) {
  base = `http://127.0.0.1:${port}`;
  const args = ["node_modules/@react-router/dev/bin.cjs", "dev", "--port", String(port), "--strictPort"];
  server = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: "development", PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    stdio: "ignore",
  });
}

test.afterAll(async () => {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  // The development server leaves its database running for the next start.
  const database = findPostmaster(layoutOf(dataDir));
  if (database) process.kill(database.pid, "SIGKILL");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
});

for (const path of ["/", "/automation-blueprint-gtmarc", "/training"])
  test(`every island of ${path} hydrates without a warning`, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    // The first visit finds dependencies to optimize, and the server then reloads the page.
    for (let attempt = 1; ; attempt += 1) {
      complaints.length = 0;
      if (await wakeAll(page, path).catch(() => false)) break;
      expect(attempt).toBeLessThan(6);
    }
    expect(complaints).toEqual([]);
  });

/** Opens every dialog before its island is hydrated, wakes every island, and returns whether the page stayed intact. */
async function wakeAll(page: Page, path: string): Promise<boolean> {
  await page.goto(base + path, { waitUntil: "networkidle" });
  const mark = `visit-${Date.now()}`;
  await page.evaluate((name) => {
    document.documentElement.dataset["visit"] = name;
    for (const opener of document.querySelectorAll<HTMLElement>("[data-dialog]")) {
      opener.click();
      document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
    }
    document.querySelector<HTMLElement>("[data-dialog]")?.click();
    for (const el of document.querySelectorAll("[data-island]"))
      el.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  }, mark);
  await page.waitForFunction(() => !document.querySelector("[data-island]:not([data-alive])"), null, {
    timeout: 15_000,
  });
  // A reload by the server for newly optimized dependencies would request the page again.
  await page.waitForLoadState("networkidle");
  return page.evaluate((name) => document.documentElement.dataset["visit"] === name, mark);
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
