import { accessAuditGroup } from "#app/features/access/audit.ts";
import { accountAuditGroup } from "#app/features/accounts/audit.ts";
import { analyticsAuditGroup } from "#app/features/analytics/audit.ts";
import { billingAuditGroup } from "#app/features/billing/audit.ts";
import { bookingAuditGroup } from "#app/features/booking/audit.ts";
import { fullBlueprintAuditGroup } from "#app/features/full-blueprint/audit.ts";
import { mailAuditGroup } from "#app/features/mail/audit.ts";
import { newsletterAuditGroup } from "#app/features/newsletter/audit.ts";
import { operationsAuditGroup } from "#app/features/operations/audit.ts";
import { pipelineAuditGroup } from "#app/features/pipeline/audit.ts";
import type { AuditGroup, AuditLabel } from "#app/features/security/audit/audit-action.ts";
import { securityAuditGroup } from "#app/features/security/audit.ts";
import { sequencesAuditGroup } from "#app/features/sequences/audit.ts";
import { settingsAuditGroup } from "#app/features/settings/audit.ts";
import { webhooksAuditGroup } from "#app/features/webhooks/audit.ts";

/** The labels of every audit action, in the order of the filter. */
export const auditGroups: readonly AuditGroup[] = [
  accountAuditGroup,
  accessAuditGroup,
  pipelineAuditGroup,
  sequencesAuditGroup,
  fullBlueprintAuditGroup,
  bookingAuditGroup,
  billingAuditGroup,
  newsletterAuditGroup,
  mailAuditGroup,
  analyticsAuditGroup,
  webhooksAuditGroup,
  operationsAuditGroup,
  settingsAuditGroup,
  securityAuditGroup,
];

const labels = new Map(auditGroups.flatMap((group) => Object.entries(group.labels)));

/** Returns the label of a stored action; undeclared actions are shown by name. */
export const auditLabel = (action: string): AuditLabel =>
  labels.get(action) ?? { text: action, object: { name: "Record", page: null } };
