import { Hono } from "hono";
import { asksForPrivacy } from "#app/features/analytics/steps/funnel.server.ts";
import { followLink } from "#app/features/mail/clicks/clicks.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { EndpointEnv } from "../api/endpoint.server.ts";

/**
 * `GET /l/{token}`: a link of an outreach mail. Redirects to the URL stored when the mail was queued, never to one from the
 * request, and logs the request (decision 0166). Unknown tokens get the 404 page.
 */
export const mailLinkEndpoints = new Hono<EndpointEnv>().get("/l/:token", async (c, next) => {
  const { headers } = c.req.raw;
  const target = await followLink(c.get("ctx"), c.req.param("token"), {
    method: c.req.method === "HEAD" ? "HEAD" : "GET",
    headers,
    address: c.get("address"),
    isPrivate: asksForPrivacy(headers),
    siteUrl: env().SITE_URL,
  });
  if (target === null) return next();
  c.header("cache-control", "no-store");
  c.header("referrer-policy", "no-referrer");
  c.header("x-robots-tag", "noindex, nofollow");
  return c.redirect(target, 302);
});
