import { DownloadReport } from "#app/features/kit/downloads.ts";
import { recordDownload } from "#app/features/kit/kit.server.ts";
import { recordHit, recordViolation } from "#app/features/security/security-log/traps.server.ts";
import { anonymous } from "#app/lib/actor.ts";
import { must, type Timeline } from "./timeline.ts";
import type { DemoVisits } from "./visits.ts";

const decoys = ["/.env", "/config/database.yml", "/backup/site.tar.gz", "/admin-legacy/login", "/api/internal/users"];
const scanners = ["Mozilla/5.0 zgrab/0.x", "python-requests/2.32.3", "Mozilla/5.0 (compatible; CensysInspect/1.1)"];
const violations = [
  { directive: "script-src-elem", blocked: "https://translate.example/inject.js", page: "/pricing", source: "" },
  { directive: "img-src", blocked: "data", page: "/blueprint", source: "chrome-extension" },
  { directive: "connect-src", blocked: "https://toolbar.example/collect", page: "/", source: "moz-extension" },
];

const details = {
  ...{ violatedDirective: "script-src", originalPolicy: "script-src 'self'", userAgent: "Mozilla/5.0" },
  ...{ timestamp: "", url: "/", statusCode: 200, lineNumber: null, columnNumber: null },
};

/** Adds anonymous traffic: kit downloads, decoy hits and CSP reports. */
export function addTraffic(time: Timeline, visits: DemoVisits): void {
  for (let day = 0; day < 90; day += 1) {
    if (day % 2 === 0) addDownload(time, visits, time.on(day));
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
      time.add(time.on(day), (ctx) =>
        recordViolation(ctx, { ...time.pick(violations), details }, `198.51.100.${100 + day}`),
      );
  }
}

function addDownload(time: Timeline, visits: DemoVisits, at: Date) {
  const campaign = time.chance() < 0.3 ? { utm_source: "linkedin", utm_medium: "organic" } : null;
  const isPrivate = time.chance() < 0.2;
  if (!isPrivate)
    visits.addDownload(at, { referrer: null, ...(campaign && { source: "linkedin", medium: "organic" }) });
  time.add(at, async (ctx) => {
    const report = DownloadReport.parse({
      download_type: "public_lite",
      metadata: { user_agent: "Mozilla/5.0" },
      ...campaign,
    });
    must(await recordDownload({ ...ctx, actor: anonymous }, report, { isPrivate }));
  });
}
