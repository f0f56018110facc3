import { accessEndpoints } from "./access.server.ts";
import { accessAdminEndpoints } from "./access-admin.server.ts";
import { accountsEndpoints } from "./accounts.server.ts";
import { analyticsEndpoints } from "./analytics.server.ts";
import { analyticsAdminEndpoints } from "./analytics-admin.server.ts";
import { analyticsDataExportEndpoints } from "./analytics-data-export.server.ts";
import { analyticsExportEndpoints } from "./analytics-export.server.ts";
import { analyticsImportsAdminEndpoints } from "./analytics-imports-admin.server.ts";
import { apiTokensAdminEndpoints } from "./api-tokens-admin.server.ts";
import { auditAdminEndpoints } from "./audit-admin.server.ts";
import { authEndpoints } from "./auth/auth.server.ts";
import { billingEndpoints } from "./billing.server.ts";
import { blueprintEndpoints } from "./blueprint.server.ts";
import { bookingEndpoints } from "./booking.server.ts";
import { bookingAdminEndpoints } from "./booking-admin.server.ts";
import { bookingWebhooksEndpoints } from "./booking-webhooks.server.ts";
import { clientLogEndpoints } from "./client-log.server.ts";
import { colleaguesEndpoints } from "./colleagues.server.ts";
import { companyEndpoints } from "./company.server.ts";
import { newEndpoints } from "./endpoint.server.ts";
import { fullBlueprintEndpoints } from "./full-blueprint.server.ts";
import { fullBlueprintCommentsEndpoints } from "./full-blueprint-comments.server.ts";
import { funnelExportEndpoints } from "./funnel-export.server.ts";
import { funnelsAdminEndpoints } from "./funnels-admin.server.ts";
import { kitEndpoints } from "./kit.server.ts";
import { mailAdminEndpoints } from "./mail-admin.server.ts";
import { mailWebhookEndpoints } from "./mail-webhook.server.ts";
import { myDataEndpoints } from "./my-data.server.ts";
import { newsletterAdminEndpoints } from "./newsletter-admin.server.ts";
import { openApiDocument } from "./openapi.server.ts";
import { operationsAdminEndpoints } from "./operations-admin.server.ts";
import { outreachAdminEndpoints } from "./outreach-admin.server.ts";
import { pipelineAdminEndpoints } from "./pipeline-admin.server.ts";
import { pipelineFilesAdminEndpoints } from "./pipeline-files-admin.server.ts";
import { pipelineListsAdminEndpoints } from "./pipeline-lists-admin.server.ts";
import { searchAdminEndpoints } from "./search-admin.server.ts";
import { securityEndpoints } from "./security.server.ts";
import { sequencesAdminEndpoints } from "./sequences-admin.server.ts";
import { settingsAdminEndpoints } from "./settings-admin.server.ts";
import { sharingEndpoints } from "./sharing.server.ts";
import { signupsEndpoints } from "./signups.server.ts";
import { usersAdminEndpoints } from "./users-admin.server.ts";
import { v1Endpoints } from "./v1.server.ts";
import { v1AnalyticsEndpoints } from "./v1-analytics.server.ts";
import { webhooksAdminEndpoints } from "./webhooks-admin.server.ts";
import { weeklyMailAdminEndpoints } from "./weekly-mail-admin.server.ts";

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
  funnelsAdminEndpoints,
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
  apiTokensAdminEndpoints,
  weeklyMailAdminEndpoints,
  analyticsImportsAdminEndpoints,
  analyticsDataExportEndpoints,
  webhooksAdminEndpoints,
  settingsAdminEndpoints,
  auditAdminEndpoints,
  analyticsExportEndpoints,
  funnelExportEndpoints,
  v1Endpoints,
  v1AnalyticsEndpoints,
])
  apiEndpoints.route("/", endpoints);

apiEndpoints.get("/openapi.json", (c) => c.json(openApiDocument(apiEndpoints)));
