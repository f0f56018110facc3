import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
const gib = 1024 ** 3;

/**
 * Where databases of tests are: in memory, if Linux has room there, because copying and dropping a database of 1,300 files takes 0.09 s
 * of a processor in memory and 0.6 s on a disk. Otherwise the folder for temporary files.
 */
export function fastFolder(): string {
  try {
    const mount = readFileSync("/proc/mounts", "utf8").match(/^\S+ \/dev\/shm tmpfs (\S+)/m)?.[1];
    if (!mount || /\b(ro|noexec)\b/.test(mount)) return tmpdir();
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 * gib && process.availableMemory() > 4 * gib ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
