import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

export const sequenceObject: AuditObject = { name: "Sequence", page: (id) => `/admin/email-sequences/${id}` };
const allSequences: AuditObject = { name: "Sequences", page: () => "/admin/email-sequences" };

export const { names: sequencesAudit, group: sequencesAuditGroup } = auditActions("Sequences", {
  sequenceCreated: ["sequence.created", "created a sequence", sequenceObject],
  draftSaved: ["sequence.draft-saved", "edited a sequence", sequenceObject],
  versionPublished: ["sequence.version-published", "published a version of a sequence", sequenceObject],
  sequenceStarted: ["sequence.started", "started a sequence", sequenceObject],
  sequenceStopped: ["sequence.stopped", "stopped a sequence", sequenceObject],
  sequencePaused: ["sequence.paused", "paused a sequence", sequenceObject],
  sequenceResumed: ["sequence.resumed", "resumed a sequence", sequenceObject],
  outreachPaused: ["sequence.all-paused", "paused all sequences", allSequences],
  outreachResumed: ["sequence.all-resumed", "resumed all sequences", allSequences],
  peopleEnrolled: ["sequence.people-enrolled", "enrolled people in a sequence", sequenceObject],
  peopleMoved: ["sequence.people-moved", "moved people to a new version of a sequence", sequenceObject],
  enrollmentPaused: ["sequence.enrollment-paused", "paused a person in a sequence", sequenceObject],
  enrollmentResumed: ["sequence.enrollment-resumed", "resumed a person in a sequence", sequenceObject],
  enrollmentEnded: ["sequence.enrollment-ended", "removed a person from a sequence", sequenceObject],
  testSent: ["sequence.test-sent", "sent a test of a sequence", sequenceObject],
});
