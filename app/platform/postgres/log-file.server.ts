import {
  chmodSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
} from "node:fs";
import { giveToOwner, type Layout } from "./layout.server.ts";

/** Two files of at most about this size are kept: postgres.log and postgres.log.1. */
const maxLogBytes = 5 * 1024 * 1024;

/** Opens DATA_DIR/postgres.log for appending, after moving a large one aside. The caller closes the descriptor. */
export function openLog(layout: Layout): number {
  if (isLarge(layout)) renameSync(layout.log, `${layout.log}.1`);
  const descriptor = openSync(layout.log, "a", 0o600);
  chmodSync(layout.log, 0o600);
  giveToOwner(layout, layout.log);
  return descriptor;
}

/** Truncates a large log of a running server, which appends and so continues at the start. */
export function rotateLog(layout: Layout): void {
  if (!isLarge(layout)) return;
  copyFileSync(layout.log, `${layout.log}.1`);
  truncateSync(layout.log, 0);
}

const isLarge = (layout: Layout) => existsSync(layout.log) && statSync(layout.log).size > maxLogBytes;

export const readLog = (layout: Layout, from: number) => readFileSync(layout.log).subarray(from).toString("utf8");
