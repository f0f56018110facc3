import { auditActions } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
export const fullBlueprintAudit = auditActions({
  blueprintUnlocked: "blueprint.unlocked",
  fullBlueprintAssigned: "full-blueprint.assigned",
  fullBlueprintKickoffHeld: "full-blueprint.kickoff-held",
  fullBlueprintReviewBegun: "full-blueprint.review-begun",
  fullBlueprintPublished: "full-blueprint.published",
});
