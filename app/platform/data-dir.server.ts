import { randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** The magic numbers of virtual file systems (statfs(2)): /proc and /sys. */
const kernelFileSystems = [0x9fa0, 0x62656572];

export function dataDirProblem(dataDir: string): string | null {
  let nearest = dataDir;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  try {
    if (!statSync(nearest).isDirectory()) return `${nearest} is not a directory`;
    // Root passes the permission check there, and creating a directory below /proc would hang.
    if (kernelFileSystems.includes(statfsSync(nearest).type)) return `${nearest} cannot store files`;
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return `${nearest} is not writable (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Returns the secret in `dataDir`, created at the first start. Throws if it is unwritable, unreadable or too short. */
export function keptSecret(dataDir: string, minLength: number): string {
  const file = join(dataDir, "secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    createWhole(file, `${randomBytes(32).toString("base64url")}\n`);
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < minLength)
    throw new Error(
      `${file} is damaged: it contains fewer than ${minLength} characters. Restore it, or delete it to sign everyone out`,
    );
  return secret;
}

/** Creates a private file with its content atomically, so that a process starting at the same time never reads a partial file. */
function createWhole(file: string, content: string) {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, content, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}
