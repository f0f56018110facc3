import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { readiness, removeFolder, scratchFolder } from "./site.ts";
import { withSite } from "./with-site.ts";

/** DATA_DIR is a small in-memory file system that is filled completely and freed again. */
export const fault: Fault = {
  title: "disk of DATA_DIR full for 20 s",
  needs: ["root"],
  async run() {
    const folder = scratchFolder();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=220m,mode=755", "tmpfs", folder]);
    try {
      return await withSite(
        async ({ site, load }) => {
          const filler = `${folder}/filler`;
          const filled = performance.now();
          fill(filler);
          const reasons = new Set<string>();
          let noticedMs: number | null = null;
          while (performance.now() - filled < 20_000) {
            const found = await readiness(site.url);
            if (found?.reason) reasons.add(found.reason);
            if (found?.reason === "disk full") noticedMs ??= Math.round(performance.now() - filled);
            await pause(250);
            fill(filler);
          }
          rmSync(filler);
          const healedAt = performance.now();
          await load.moreWrites(1);
          return {
            healedAt,
            notes: [`/readyz: ${[...reasons].join(", ")}, noticed after ${noticedMs} ms`],
            problems: noticedMs === null ? ["/readyz did not notice the full disk"] : [],
          };
        },
        { folder },
      );
    } finally {
      execFileSync("umount", ["-l", folder]);
      removeFolder(folder);
    }
  },
};

function fill(file: string) {
  const descriptor = openSync(file, "a");
  for (const size of [1 << 20, 4096]) {
    try {
      for (;;) if (writeSync(descriptor, Buffer.alloc(size, 1)) < size) break;
    } catch {
      // Full for writes of this size.
    }
  }
  closeSync(descriptor);
}
