import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const fullBlueprintAudit = auditActions({
  blueprintUnlocked: "blueprint.unlocked",
  fullBlueprintAssigned: "full-blueprint.assigned",
  fullBlueprintKickoffHeld: "full-blueprint.kickoff-held",
  fullBlueprintKickoffWithdrawn: "full-blueprint.kickoff-withdrawn",
  fullBlueprintReviewStarted: "full-blueprint.review-begun",
  fullBlueprintSaved: "full-blueprint.saved",
  fullBlueprintRestored: "full-blueprint.restored",
  fullBlueprintPublished: "full-blueprint.published",
  fullBlueprintReplied: "full-blueprint.replied",
  fullBlueprintReplyDeleted: "full-blueprint.reply-deleted",
  fullBlueprintThreadMarked: "full-blueprint.thread-marked",
});

export const blueprintObject: AuditObject = { name: "Blueprint", page: (id) => `/admin/blueprint/${id}` };

export const fullBlueprintAuditGroup = auditGroup("Blueprints", fullBlueprintAudit, {
  blueprintUnlocked: ["unlocked a full blueprint", blueprintObject],
  fullBlueprintAssigned: ["assigned an architect", blueprintObject],
  fullBlueprintKickoffHeld: ["recorded the kickoff", blueprintObject],
  fullBlueprintKickoffWithdrawn: ["withdrew the kickoff", blueprintObject],
  fullBlueprintReviewStarted: ["started the review", blueprintObject],
  fullBlueprintSaved: ["edited the draft of a full blueprint", blueprintObject],
  fullBlueprintRestored: ["restored a version of a full blueprint", blueprintObject],
  fullBlueprintPublished: ["published a full blueprint", blueprintObject],
  fullBlueprintReplied: ["replied to a comment on a full blueprint", blueprintObject],
  fullBlueprintReplyDeleted: ["deleted a reply on a full blueprint", blueprintObject],
  fullBlueprintThreadMarked: ["changed the state of comments on a full blueprint", blueprintObject],
});
