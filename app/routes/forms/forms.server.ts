import { Hono } from "hono";
import { z } from "zod";
import { asksForPrivacy } from "#app/features/analytics/steps/funnel.server.ts";
import { DownloadReport } from "#app/features/kit/downloads.ts";
import { recordDownload } from "#app/features/kit/kit.server.ts";
import { starterKit } from "#app/features/kit/starter-kit.ts";
import { followLink } from "#app/features/mail/clicks/clicks.server.ts";
import { TrainingRegistration } from "#app/features/training/registration.ts";
import { registerForTraining } from "#app/features/training/training.server.ts";
import { isTrapped } from "#app/lib/forms/signup-form.ts";
import { env } from "#app/platform/env.server.ts";
import { countPublicForm, identifyByForm } from "#app/routes/api/public/public-form.server.ts";
import { type EndpointEnv, newEndpoints } from "../api/endpoint.server.ts";
import { accessForms } from "./access-forms.server.ts";
import { accountForms } from "./account-forms.server.ts";
import { authForms } from "./auth-forms.server.ts";
import { authLinks } from "./auth-links.server.ts";
import { bookingForms } from "./booking-forms.server.ts";
import { colleagueForms } from "./colleague-forms.server.ts";
import { commentForms } from "./comment-forms.server.ts";
import { publicForm } from "./form.server.ts";
import { newsletterFeeds } from "./newsletter/newsletter-feed.server.ts";
import { newsletterForm } from "./newsletter/newsletter-form.server.ts";
import { unsubscribeEndpoints } from "./newsletter/unsubscribe.server.ts";

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

const page = "/training/register";
const PageRegistration = z.preprocess((form: object) => ({ ...form, page }), TrainingRegistration);

export const trainingForm = publicForm(page, PageRegistration, async (c, registration) => {
  await registerForTraining(c.get("ctx"), registration);
  if (!isTrapped(registration)) await identifyByForm(c, registration);
  return `${page}?said=registered`;
});

/** `POST /downloads`: the button of the page without scripts. Counts the download and leads to the file; above the limit only to the file. */
export const kitForm = newEndpoints();
kitForm.post("/downloads", async (c) => {
  const limit = await countPublicForm(c);
  if (limit.allowed)
    await recordDownload(c.get("ctx"), DownloadReport.parse({ download_type: "public_lite" }), {
      isPrivate: asksForPrivacy(c.req.raw.headers),
    });
  return c.redirect(starterKit.path, 303);
});

/** What pages do without scripts: their forms, which post to their own URLs, the links of mails, and feeds. */
export const pageForms = newEndpoints();
for (const group of [
  unsubscribeEndpoints,
  newsletterForm,
  newsletterFeeds,
  accessForms,
  trainingForm,
  kitForm,
  mailLinkEndpoints,
  authLinks,
  authForms,
  accountForms,
  commentForms,
  colleagueForms,
  bookingForms,
])
  pageForms.route("/", group);
