import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

export const blueprintObject: AuditObject = { name: "Blueprint", page: (id) => `/admin/blueprint/${id}` };

export const { names: fullBlueprintAudit, group: fullBlueprintAuditGroup } = auditActions("Blueprints", {
  blueprintUnlocked: ["blueprint.unlocked", "unlocked a full blueprint", blueprintObject],
  fullBlueprintAssigned: ["full-blueprint.assigned", "assigned an architect", blueprintObject],
  fullBlueprintKickoffHeld: ["full-blueprint.kickoff-held", "recorded the kickoff", blueprintObject],
  fullBlueprintKickoffWithdrawn: ["full-blueprint.kickoff-withdrawn", "withdrew the kickoff", blueprintObject],
  fullBlueprintReviewStarted: ["full-blueprint.review-begun", "started the review", blueprintObject],
  fullBlueprintSaved: ["full-blueprint.saved", "edited the draft of a full blueprint", blueprintObject],
  fullBlueprintRestored: ["full-blueprint.restored", "restored a version of a full blueprint", blueprintObject],
  fullBlueprintPublished: ["full-blueprint.published", "published a full blueprint", blueprintObject],
  fullBlueprintReplied: ["full-blueprint.replied", "replied to a comment on a full blueprint", blueprintObject],
  fullBlueprintReplyDeleted: ["full-blueprint.reply-deleted", "deleted a reply on a full blueprint", blueprintObject],
  fullBlueprintThreadMarked: [
    "full-blueprint.thread-marked",
    "changed the state of comments on a full blueprint",
    blueprintObject,
  ],
});
