import { accessEndpoints } from "./account/access.server.ts";
import { accountsEndpoints } from "./account/accounts.server.ts";
import { companyEndpoints } from "./account/company.server.ts";
import { accessAdminEndpoints } from "./admin/access-admin.server.ts";
import { auditAdminEndpoints } from "./admin/audit-admin.server.ts";
import { mailAdminEndpoints } from "./admin/mail-admin.server.ts";
import { newsletterAdminEndpoints } from "./admin/newsletter-admin.server.ts";
import { operationsAdminEndpoints } from "./admin/operations-admin.server.ts";
import { pipelineAdminEndpoints } from "./admin/pipeline-admin.server.ts";
import { pipelineFilesAdminEndpoints } from "./admin/pipeline-files-admin.server.ts";
import { pipelineListsAdminEndpoints } from "./admin/pipeline-lists-admin.server.ts";
import { searchAdminEndpoints } from "./admin/search-admin.server.ts";
import { sequencesAdminEndpoints } from "./admin/sequences-admin.server.ts";
import { settingsAdminEndpoints } from "./admin/settings-admin.server.ts";
import { usersAdminEndpoints } from "./admin/users-admin.server.ts";
import { webhooksAdminEndpoints } from "./admin/webhooks-admin.server.ts";
import { analyticsEndpoints } from "./analytics/analytics.server.ts";
import { analyticsAdminEndpoints } from "./analytics/analytics-admin.server.ts";
import { analyticsExportEndpoints } from "./analytics/analytics-export.server.ts";
import { analyticsImportsAdminEndpoints } from "./analytics/analytics-imports-admin.server.ts";
import { myDataEndpoints } from "./analytics/my-data.server.ts";
import { outreachAdminEndpoints } from "./analytics/outreach-admin.server.ts";
import { authEndpoints } from "./auth/auth.server.ts";
import { billingEndpoints } from "./billing.server.ts";
import { blueprintEndpoints } from "./blueprint/blueprint.server.ts";
import { colleaguesEndpoints } from "./blueprint/colleagues.server.ts";
import { fullBlueprintEndpoints } from "./blueprint/full-blueprint.server.ts";
import { fullBlueprintCommentsEndpoints } from "./blueprint/full-blueprint-comments.server.ts";
import { sharingEndpoints } from "./blueprint/sharing.server.ts";
import { bookingEndpoints } from "./booking/booking.server.ts";
import { bookingAdminEndpoints } from "./booking/booking-admin.server.ts";
import { bookingWebhooksEndpoints } from "./booking/booking-webhooks.server.ts";
import { newEndpoints } from "./endpoint.server.ts";
import { mailWebhookEndpoints } from "./mail-webhook.server.ts";
import { openApiDocument } from "./openapi.server.ts";
import { clientLogEndpoints } from "./public/client-log.server.ts";
import { kitEndpoints } from "./public/kit.server.ts";
import { securityEndpoints } from "./public/security.server.ts";
import { signupsEndpoints } from "./public/signups.server.ts";
import { v1Endpoints } from "./v1/v1.server.ts";
import { v1AnalyticsEndpoints } from "./v1/v1-analytics.server.ts";

/** Every endpoint under /api, in the order of /api/openapi.json. */
export const apiEndpoints = newEndpoints().basePath("/api");
for (const endpoints of [
  authEndpoints,
  accountsEndpoints,
  companyEndpoints,
  securityEndpoints,
  accessEndpoints,
  accessAdminEndpoints,
  signupsEndpoints,
  kitEndpoints,
  newsletterAdminEndpoints,
  mailAdminEndpoints,
  mailWebhookEndpoints,
  analyticsEndpoints,
  analyticsAdminEndpoints,
  clientLogEndpoints,
  myDataEndpoints,
  blueprintEndpoints,
  billingEndpoints,
  fullBlueprintEndpoints,
  fullBlueprintCommentsEndpoints,
  sharingEndpoints,
  colleaguesEndpoints,
  bookingEndpoints,
  bookingWebhooksEndpoints,
  bookingAdminEndpoints,
  pipelineAdminEndpoints,
  sequencesAdminEndpoints,
  outreachAdminEndpoints,
  pipelineListsAdminEndpoints,
  pipelineFilesAdminEndpoints,
  usersAdminEndpoints,
  searchAdminEndpoints,
  operationsAdminEndpoints,
  analyticsImportsAdminEndpoints,
  webhooksAdminEndpoints,
  settingsAdminEndpoints,
  auditAdminEndpoints,
  analyticsExportEndpoints,
  v1Endpoints,
  v1AnalyticsEndpoints,
])
  apiEndpoints.route("/", endpoints);

apiEndpoints.get("/openapi.json", (c) => c.json(openApiDocument(apiEndpoints)));
