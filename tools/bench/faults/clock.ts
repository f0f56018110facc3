import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dayMs } from "../../../app/lib/durations.ts";
import type { Outcome } from "./fault.ts";
import { startProcess } from "./site.ts";
import { withSite } from "./with-site.ts";

/**
 * Restarts the process with libfaketime's clock moved by `shift` (such as "-2d"), lets it work, and restarts it with the right
 * clock. PostgreSQL keeps the machine's clock throughout.
 */
export const withClockMoved = (shift: string): Promise<Outcome> =>
  withSite(async ({ site, load, dataDir }) => {
    const port = Number(new URL(site.url).port);
    const restart = async (settings: Record<string, string>) => {
      await site.stop();
      Object.assign(site, await startProcess({ dataDir, port, settings }));
    };
    await restart({
      LD_PRELOAD: faketimeLibrary(),
      FAKETIME: shift,
      DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    });
    const date = new Date((await fetch(`${site.url}/healthz`)).headers.get("date") ?? 0);
    const days = Math.round((date.getTime() - Date.now()) / dayMs);
    await load.moreWrites(20);
    await restart({});
    return {
      healedAt: performance.now(),
      notes: [`the server's own date was ${days} days off; connections closed are those of the two restarts`],
      problems: days === 0 ? ["the clock was not moved"] : [],
    };
  });

function faketimeLibrary(): string {
  const machine = execFileSync("uname", ["-m"], { encoding: "utf8" }).trim();
  const places = [`/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`, "/usr/lib/faketime/libfaketimeMT.so.1"];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`libfaketime is not in ${places.join(" or ")}`);
  return found;
}
