import { blockObject, codeObject, requestObject } from "#app/features/access/audit.ts";
import { nameBlocks, nameCodes, nameRequests } from "#app/features/access/audit-names.server.ts";
import { annotationObject, funnelObject, historyObject, segmentObject } from "#app/features/analytics/audit.ts";
import {
  nameAnnotations,
  nameFunnels,
  nameHistories,
  nameSegments,
} from "#app/features/analytics/audit-names.server.ts";
import { paymentObject } from "#app/features/billing/audit.ts";
import { namePayments } from "#app/features/billing/audit-names.server.ts";
import { callObject, eventTypeObject, hostObject } from "#app/features/booking/audit.ts";
import { nameCalls, nameEventTypes, nameHosts } from "#app/features/booking/audit-names.server.ts";
import { blueprintObject } from "#app/features/full-blueprint/audit.ts";
import { nameBlueprints } from "#app/features/full-blueprint/audit-names.server.ts";
import { mailObject, suppressionObject } from "#app/features/mail/audit.ts";
import { nameMails, nameSuppressions } from "#app/features/mail/audit-names.server.ts";
import { issueObject } from "#app/features/newsletter/audit.ts";
import { nameIssues } from "#app/features/newsletter/audit-names.server.ts";
import { importObject, prospectObject, viewObject } from "#app/features/pipeline/audit.ts";
import { nameImports, nameProspects, nameViews } from "#app/features/pipeline/audit-names.server.ts";
import type { AuditObject } from "#app/features/security/audit/audit-action.ts";
import type { NamesById } from "#app/features/security/audit/audit-names.server.ts";
import { sequenceObject } from "#app/features/sequences/audit.ts";
import { nameSequences } from "#app/features/sequences/audit-names.server.ts";
import { endpointObject } from "#app/features/webhooks/audit.ts";
import { nameEndpoints } from "#app/features/webhooks/audit-names.server.ts";

/** The query for the names of each kind of record in the audit log, except users. */
export const namedObjects: ReadonlyMap<AuditObject, NamesById> = new Map([
  [requestObject, nameRequests],
  [codeObject, nameCodes],
  [blockObject, nameBlocks],
  [prospectObject, nameProspects],
  [importObject, nameImports],
  [viewObject, nameViews],
  [blueprintObject, nameBlueprints],
  [callObject, nameCalls],
  [hostObject, nameHosts],
  [eventTypeObject, nameEventTypes],
  [segmentObject, nameSegments],
  [annotationObject, nameAnnotations],
  [funnelObject, nameFunnels],
  [historyObject, nameHistories],
  [paymentObject, namePayments],
  [sequenceObject, nameSequences],
  [issueObject, nameIssues],
  [mailObject, nameMails],
  [suppressionObject, nameSuppressions],
  [endpointObject, nameEndpoints],
]);
