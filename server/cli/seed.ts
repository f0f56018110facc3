import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import { deriveVisits } from "#app/features/analytics/visits/visits.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import { operatorCommand } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { removeDemoData } from "../demo/removal.ts";
import { seedDemo } from "../demo/seed.ts";
import { prepare } from "../process/prepare.ts";
import { done, Misuse, type Outcome } from "./terminal/output.ts";
import { atWork, type Workplace } from "./workplace.ts";

type Options = { remove?: boolean; yes?: boolean };

/** Loads demo data, or removes it. In production only with `--yes`. */
export const demo = ({ remove, yes }: Options): Promise<Outcome> =>
  atWork(async (place) => {
    if (remove) return removed(await removeDemoData(place.ctx));
    if (place.settings.production && !yes)
      throw new Misuse(
        "This is a production site: demo data would be mixed with real data. Add --yes to load it anyway.",
      );
    return load(place);
  });

async function load({ ctx }: Workplace): Promise<Outcome> {
  await prepare(ctx.db);
  // Hits on decoys in demo data would each log a warning.
  log.level = "error";
  const seeded = await seedDemo({ ...ctx, now: currentTime() });
  if (!seeded.ok)
    return done(
      { loaded: false },
      `Demo data is loaded already. Remove it with: ${operatorCommand("seed demo --remove")}`,
    );
  // Derives the visits of demo data now, if that was not possible in its transaction.
  if (!visitStore().isTransactional) await deriveVisits({ ...ctx, now: currentTime() });
  const { people, visitors, rows } = seeded.value;
  return done(
    { loaded: true, people, visitors, rows },
    `Demo data: ${people} people over 90 days and ${visitors} visitors over 60 days, ${rows} rows. Their addresses end in -demo.example and receive no mail.`,
    `Remove it with: ${operatorCommand("seed demo --remove")}`,
  );
}

const removed = (rows: number): Outcome =>
  done({ removed: rows }, rows > 0 ? `The demo data is removed: ${rows} rows.` : "There is no demo data.");
