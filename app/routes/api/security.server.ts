import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { recordHit, recordViolation, type Violation } from "#app/features/security/security-log/traps.server.ts";
import { PreviewToken } from "#app/features/security/tokens/preview.ts";
import {
  admitPreviewToken,
  previewCookieAttributes,
  previewCookieName,
} from "#app/features/security/tokens/preview-tokens.server.ts";
import { userAgentOf } from "#app/lib/user-agent.ts";
import { answers, type EndpointEnv, jsonBody, newEndpoints, refusals, tooMany } from "./endpoint.server.ts";

// Bodies have no schema: browsers send reports under various content types, and rejections carry no reason.
const nothing = { 204: { description: "Accepted, whatever it was" } };

export const securityEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/functions/validate-preview-token",
      summary: "Redeem a preview token; a valid one opens preview hosts for this browser",
      request: { body: jsonBody(PreviewToken) },
      responses: { ...answers(200, z.object({ valid: z.boolean() })), ...refusals(422, 429) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const limit = await countUse(ctx, "preview-token", limitKey(c.get("address")));
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      const value = await admitPreviewToken(ctx, c.req.valid("json").token);
      if (value === null) return c.json({ valid: false }, 200);
      setCookie(c, previewCookieName(), value, previewCookieAttributes());
      return c.json({ valid: true }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/functions/validate-preview-token",
      summary: "Close preview hosts for this browser again",
      responses: nothing,
    }),
    (c) => {
      deleteCookie(c, previewCookieName(), previewCookieAttributes());
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/security-honeypot",
      summary: "Report a request for a decoy URL",
      responses: nothing,
    }),
    async (c) => {
      const decoyed = Decoyed.safeParse(await readAnything(c));
      if (decoyed.success)
        await recordHit(c.get("ctx"), {
          kind: "decoy_report",
          path: decoyed.data.path,
          referrer: decoyed.data.referrer ?? null,
          userAgent: userAgentOf(c.req.raw.headers),
          address: c.get("address"),
        });
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/csp-report",
      summary: "Report a violation of the content security policy, in either browser format or our own",
      responses: nothing,
    }),
    async (c) => {
      const found = violationsIn(await readAnything(c), c.req.header("user-agent") ?? "").slice(0, maxReports);
      for (const violation of found) if (!(await recordViolation(c.get("ctx"), violation, c.get("address")))) break;
      return c.body(null, 204);
    },
  );

const maxReports = 10;

const Decoyed = z.object({ path: z.string().min(1).max(2000), referrer: z.string().max(2000).nullish() });

/** Browsers use various content types; a body that is not JSON is not a report. */
async function readAnything(c: Context<EndpointEnv>): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text());
  } catch {
    return null;
  }
}

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

/** `userAgent`: of the request, for reports that do not name it. */
function violationsIn(sent: unknown, userAgent: string): Violation[] {
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
