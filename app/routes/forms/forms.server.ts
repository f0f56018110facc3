import { newEndpoints } from "../api/endpoint.server.ts";
import { accessForms } from "./access-forms.server.ts";
import { authForms } from "./auth-forms.server.ts";
import { authLinks } from "./auth-links.server.ts";
import { bookingForms } from "./booking-forms.server.ts";
import { colleagueForms } from "./colleague-forms.server.ts";
import { commentForms } from "./comment-forms.server.ts";
import { kitForm } from "./kit-form.server.ts";
import { mailLinkEndpoints } from "./mail-links.server.ts";
import { newsletterFeeds } from "./newsletter-feed.server.ts";
import { newsletterForm } from "./newsletter-form.server.ts";
import { trainingForm } from "./training-form.server.ts";
import { unsubscribeEndpoints } from "./unsubscribe.server.ts";

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
  commentForms,
  colleagueForms,
  bookingForms,
])
  pageForms.route("/", group);
