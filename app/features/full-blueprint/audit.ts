import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
export const fullBlueprintAudit = auditActions({
  blueprintUnlocked: "blueprint.unlocked",
  fullBlueprintAssigned: "full-blueprint.assigned",
  fullBlueprintKickoffHeld: "full-blueprint.kickoff-held",
  fullBlueprintReviewBegun: "full-blueprint.review-begun",
  fullBlueprintPublished: "full-blueprint.published",
});

const blueprint: AuditObject = { name: "Blueprint", page: (id) => `/admin/blueprint/${id}` };

export const fullBlueprintAuditGroup = auditGroup("Blueprints", fullBlueprintAudit, {
  blueprintUnlocked: ["unlocked a full blueprint", blueprint],
  fullBlueprintAssigned: ["assigned an architect", blueprint],
  fullBlueprintKickoffHeld: ["recorded the kickoff", blueprint],
  fullBlueprintReviewBegun: ["started the review", blueprint],
  fullBlueprintPublished: ["published a full blueprint", blueprint],
});
