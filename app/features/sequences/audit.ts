import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const sequencesAudit = auditActions({
  sequenceCreated: "sequence.created",
  draftSaved: "sequence.draft-saved",
  versionPublished: "sequence.version-published",
  sequenceStarted: "sequence.started",
  sequenceStopped: "sequence.stopped",
  sequencePaused: "sequence.paused",
  sequenceResumed: "sequence.resumed",
  outreachPaused: "sequence.all-paused",
  outreachResumed: "sequence.all-resumed",
  peopleEnrolled: "sequence.people-enrolled",
  peopleMoved: "sequence.people-moved",
  enrollmentPaused: "sequence.enrollment-paused",
  enrollmentResumed: "sequence.enrollment-resumed",
  enrollmentEnded: "sequence.enrollment-ended",
  testSent: "sequence.test-sent",
});

export const sequenceObject: AuditObject = { name: "Sequence", page: (id) => `/admin/email-sequences/${id}` };
const allSequences: AuditObject = { name: "Sequences", page: () => "/admin/email-sequences" };

export const sequencesAuditGroup = auditGroup("Sequences", sequencesAudit, {
  sequenceCreated: ["created a sequence", sequenceObject],
  draftSaved: ["edited a sequence", sequenceObject],
  versionPublished: ["published a version of a sequence", sequenceObject],
  sequenceStarted: ["started a sequence", sequenceObject],
  sequenceStopped: ["stopped a sequence", sequenceObject],
  sequencePaused: ["paused a sequence", sequenceObject],
  sequenceResumed: ["resumed a sequence", sequenceObject],
  outreachPaused: ["paused all sequences", allSequences],
  outreachResumed: ["resumed all sequences", allSequences],
  peopleEnrolled: ["enrolled people in a sequence", sequenceObject],
  peopleMoved: ["moved people to a new version of a sequence", sequenceObject],
  enrollmentPaused: ["paused a person in a sequence", sequenceObject],
  enrollmentResumed: ["resumed a person in a sequence", sequenceObject],
  enrollmentEnded: ["removed a person from a sequence", sequenceObject],
  testSent: ["sent a test of a sequence", sequenceObject],
});
