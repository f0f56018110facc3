import { z } from "@hono/zod-openapi";
import { deleteCookie, setCookie } from "hono/cookie";
import { violationsIn } from "#app/features/security/security-log/policy-reports.server.ts";
import { recordHit, recordViolation } from "#app/features/security/security-log/traps.server.ts";
import { PreviewToken } from "#app/features/security/tokens/preview.ts";
import {
  admitPreviewToken,
  previewCookieAttributes,
  previewCookieName,
} from "#app/features/security/tokens/preview-tokens.server.ts";
import { userAgentOf } from "#app/lib/browsers/agents/user-agent.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { ok } from "#app/lib/result.ts";
import { endpoints, publicArea } from "#app/routes/api/endpoints.server.ts";

const maxReports = 10;
const Decoyed = z.object({ path: z.string().min(1).max(2000), referrer: z.string().max(2000).nullish() });

const open = publicArea({});
const accepted = { empties: "Accepted, whatever it was" };

// Reports have no schema: browsers send them under various content types, and rejections carry no reason.
export const securityEndpoints = endpoints(
  open.post("/functions/validate-preview-token", {
    summary: "Redeem a preview token; a valid one opens preview hosts for this browser",
    body: PreviewToken,
    returns: z.object({ valid: z.boolean() }),
    statuses: [422, 429],
    limit: "preview-token",
    command: async (ctx, { token }, c) => {
      const value = await admitPreviewToken(ctx, token);
      if (value !== null) setCookie(c, previewCookieName(), value, previewCookieAttributes());
      return ok({ valid: value !== null });
    },
  }),
  open.delete("/functions/validate-preview-token", {
    summary: "Close preview hosts for this browser again",
    ...accepted,
    command: async (_, __, c) => {
      deleteCookie(c, previewCookieName(), previewCookieAttributes());
      return ok();
    },
  }),
  open.post("/security-honeypot", {
    summary: "Report a request for a decoy URL",
    ...accepted,
    command: async (ctx, _, c) => {
      const decoyed = Decoyed.safeParse(jsonIn(await c.req.text()));
      if (decoyed.success)
        await recordHit(ctx, {
          ...{ kind: "decoy_report", path: decoyed.data.path, referrer: decoyed.data.referrer ?? null },
          ...{ userAgent: userAgentOf(c.req.raw.headers), address: c.get("address") },
        });
      return ok();
    },
  }),
  open.post("/csp-report", {
    summary: "Report a violation of the content security policy, in either browser format or our own",
    ...accepted,
    command: async (ctx, _, c) => {
      const report = jsonIn(await c.req.text());
      const found = violationsIn(report, c.req.header("user-agent") ?? "").slice(0, maxReports);
      for (const violation of found) if (!(await recordViolation(ctx, violation, c.get("address")))) break;
      return ok();
    },
  }),
);
