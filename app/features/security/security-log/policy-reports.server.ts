import { z } from "zod";
import type { Violation } from "./traps.server.ts";

/*
 * Reports of the content security policy: the two formats of browsers and that of our own pages.
 */

const word = z.string().max(4000).catch("").default("");
const place = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .nullable()
  .catch(null)
  .default(null);
/** Browsers and our pages send the time as a text or in milliseconds. */
const moment = z.union([z.string(), z.number()]).catch("").default("").transform(String);
/** report-uri: `{"csp-report": {"violated-directive", "blocked-uri", …}}`. */
const OldReport = z.object({
  "csp-report": z.object({
    "effective-directive": word,
    "violated-directive": word,
    "blocked-uri": word,
    "document-uri": word,
    "source-file": word,
    "original-policy": word,
    ...{ "status-code": place, "line-number": place, "column-number": place },
  }),
});
/** report-to: `[{"type": "csp-violation", "body": {"effectiveDirective", "blockedURL", …}}]`. */
const NewReport = z.object({
  type: z.literal("csp-violation"),
  ...{ url: word, user_agent: word },
  body: z.object({
    ...{ effectiveDirective: word, blockedURL: word, documentURL: word, sourceFile: word, originalPolicy: word },
    ...{ statusCode: place, lineNumber: place, columnNumber: place },
  }),
});
/** Sent by our own pages (spec: collected). */
const OwnReport = z.object({
  type: z.literal("csp_violation"),
  report: z.object({
    effectiveDirective: word,
    violatedDirective: word,
    blockedUri: word,
    documentUri: word,
    sourceFile: word,
    originalPolicy: word,
    ...{ statusCode: place, lineNumber: place, columnNumber: place },
  }),
  ...{ timestamp: moment, userAgent: word, url: word },
});

/** The violations in a report. `userAgent`: of the request, for reports that do not name it. */
export function violationsIn(sent: unknown, userAgent: string): Violation[] {
  const list = Array.isArray(sent) ? sent : [sent];
  return list.flatMap((entry): Violation[] => {
    const none = { timestamp: "", userAgent };
    const old = OldReport.safeParse(entry).data?.["csp-report"];
    if (old) {
      const { "violated-directive": violatedDirective, "document-uri": page } = old;
      const at = { statusCode: old["status-code"], lineNumber: old["line-number"], columnNumber: old["column-number"] };
      return [
        {
          ...{ directive: old["effective-directive"] || violatedDirective, blocked: old["blocked-uri"], page },
          source: old["source-file"],
          details: { ...none, ...at, violatedDirective, originalPolicy: old["original-policy"], url: page },
        },
      ];
    }
    const modern = NewReport.safeParse(entry).data;
    if (modern) {
      const { effectiveDirective, blockedURL, documentURL, sourceFile, ...details } = modern.body;
      return [
        {
          ...{ directive: effectiveDirective, blocked: blockedURL, page: documentURL, source: sourceFile },
          details: {
            ...{ ...none, ...details, violatedDirective: effectiveDirective, url: modern.url },
            userAgent: modern.user_agent || userAgent,
          },
        },
      ];
    }
    const own = OwnReport.safeParse(entry).data;
    if (!own) return [];
    const { effectiveDirective, blockedUri, documentUri, sourceFile, ...details } = own.report;
    return [
      {
        ...{ directive: effectiveDirective || details.violatedDirective, blocked: blockedUri, page: documentUri },
        source: sourceFile,
        details: { ...details, timestamp: own.timestamp, userAgent: own.userAgent || userAgent, url: own.url },
      },
    ];
  });
}
