import { accessAudit } from "#app/features/access/audit.ts";
import { accountAudit } from "#app/features/accounts/audit.ts";
import { analyticsAudit } from "#app/features/analytics/audit.ts";
import { billingAudit } from "#app/features/billing/audit.ts";
import { bookingAudit } from "#app/features/booking/audit.ts";
import { fullBlueprintAudit } from "#app/features/full-blueprint/audit.ts";
import { mailAudit } from "#app/features/mail/audit.ts";
import { newsletterAudit } from "#app/features/newsletter/audit.ts";
import { operationsAudit } from "#app/features/operations/audit.ts";
import { pipelineAudit } from "#app/features/pipeline/audit.ts";
import { securityAudit } from "#app/features/security/audit.ts";
import { sequencesAudit } from "#app/features/sequences/audit.ts";
import { settingsAudit } from "#app/features/settings/audit.ts";
import { webhooksAudit } from "#app/features/webhooks/audit.ts";

export const auditRegistry: readonly string[] = [
  securityAudit,
  settingsAudit,
  accountAudit,
  accessAudit,
  analyticsAudit,
  fullBlueprintAudit,
  bookingAudit,
  billingAudit,
  newsletterAudit,
  mailAudit,
  pipelineAudit,
  webhooksAudit,
  sequencesAudit,
  operationsAudit,
].flatMap((actions) => Object.values(actions));
