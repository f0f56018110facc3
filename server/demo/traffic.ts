import { recordFunnelEvent } from "#app/features/analytics/funnel.server.ts";
import { funnelStages } from "#app/features/analytics/funnel-stages.ts";
import { DownloadReport } from "#app/features/kit/downloads.ts";
import { recordDownload } from "#app/features/kit/kit.server.ts";
import { recordHit, recordViolation } from "#app/features/security/traps.server.ts";
import { anonymous } from "#app/lib/actor.ts";
import { must, type Timeline } from "./timeline.ts";

const decoys = ["/.env", "/config/database.yml", "/backup/site.tar.gz", "/admin-legacy/login", "/api/internal/users"];
const scanners = ["Mozilla/5.0 zgrab/0.x", "python-requests/2.32.3", "Mozilla/5.0 (compatible; CensysInspect/1.1)"];
const violations = [
  { directive: "script-src-elem", blocked: "https://translate.example/inject.js", page: "/pricing", source: "" },
  { directive: "img-src", blocked: "data", page: "/blueprint", source: "chrome-extension" },
  { directive: "connect-src", blocked: "https://toolbar.example/collect", page: "/", source: "moz-extension" },
];

/** Visitors without a name: steps of the funnel, kit downloads, decoy hits and CSP reports. */
export function addTraffic(time: Timeline): void {
  const steps = [
    ...funnelStages.quick_start.slice(0, 1).map((substage) => ({ stage: "quick_start", substage })),
    { stage: "wizard", substage: "mode_viewed" },
    { stage: "booking", substage: "widget_viewed" },
    { stage: "booking", substage: "date_selected" },
    { stage: "unlock", substage: "viewed" },
  ];
  for (let day = 0; day < 90; day += 1) {
    // More visits toward the end, fewer at weekends.
    const count = time.between(1, 3 + Math.floor(day / 30)) * (time.on(day).getUTCDay() % 6 === 0 ? 0 : 1);
    for (let visit = 0; visit < count; visit += 1) {
      const step = time.pick(steps);
      const session_id = `demo-visit-${day}-${visit}`;
      time.add(time.on(day), async (ctx) =>
        must(await recordFunnelEvent({ ...ctx, actor: anonymous }, { ...step, session_id })),
      );
    }
    if (day % 2 === 0)
      time.add(time.on(day), async (ctx) => {
        const campaign = time.chance() < 0.3 ? { utm_source: "linkedin", utm_medium: "organic" } : {};
        const report = DownloadReport.parse({
          download_type: "public_lite",
          metadata: { user_agent: "Mozilla/5.0" },
          ...campaign,
        });
        must(await recordDownload({ ...ctx, actor: anonymous }, report, { isPrivate: time.chance() < 0.2 }));
      });
    if (day % 6 === 1)
      time.add(time.on(day), (ctx) =>
        recordHit(ctx, {
          kind: "decoy",
          path: time.pick(decoys),
          referrer: null,
          userAgent: time.pick(scanners),
          address: `198.51.100.${day}`,
        }),
      );
    if (day % 15 === 4)
      time.add(time.on(day), (ctx) => recordViolation(ctx, time.pick(violations), `198.51.100.${100 + day}`));
  }
}
