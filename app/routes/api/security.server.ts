import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse } from "#app/features/security/limits.server.ts";
import { PreviewToken } from "#app/features/security/preview.ts";
import {
  admitPreviewToken,
  previewCookieAttributes,
  previewCookieName,
} from "#app/features/security/preview-tokens.server.ts";
import { recordHit, recordViolation, type Violation } from "#app/features/security/traps.server.ts";
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
      const found = violationsIn(await readAnything(c)).slice(0, maxReports);
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
/** report-uri: `{"csp-report": {"violated-directive", "blocked-uri", …}}`. */
const OldReport = z.object({
  "csp-report": z.object({
    "effective-directive": word,
    "violated-directive": word,
    "blocked-uri": word,
    "document-uri": word,
    "source-file": word,
  }),
});
/** report-to: `[{"type": "csp-violation", "body": {"effectiveDirective", "blockedURL", …}}]`. */
const NewReport = z.object({
  type: z.literal("csp-violation"),
  body: z.object({ effectiveDirective: word, blockedURL: word, documentURL: word, sourceFile: word }),
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
  }),
});

function violationsIn(body: unknown): Violation[] {
  const list = Array.isArray(body) ? body : [body];
  return list.flatMap((entry): Violation[] => {
    const old = OldReport.safeParse(entry).data?.["csp-report"];
    if (old)
      return [
        {
          directive: old["effective-directive"] || old["violated-directive"],
          blocked: old["blocked-uri"],
          page: old["document-uri"],
          source: old["source-file"],
        },
      ];
    const modern = NewReport.safeParse(entry).data?.body;
    if (modern)
      return [
        {
          directive: modern.effectiveDirective,
          blocked: modern.blockedURL,
          page: modern.documentURL,
          source: modern.sourceFile,
        },
      ];
    const own = OwnReport.safeParse(entry).data?.report;
    if (!own) return [];
    return [
      {
        directive: own.effectiveDirective || own.violatedDirective,
        blocked: own.blockedUri,
        page: own.documentUri,
        source: own.sourceFile,
      },
    ];
  });
}
