import { z } from "zod";
import type { NotAdmin, NotFound, Refusal } from "#app/lib/refusal.ts";

/** The outcome that an admin can set; `none` removes a mark. */
export const OutcomeMark = z.enum(["held", "no-show", "none"]);
export type OutcomeMark = z.infer<typeof OutcomeMark>;

export type MarkRefusal = NotAdmin | NotFound | Refusal<"cancelled" | "not_started">;

export const markRefusalText = {
  not_admin: "Admin rights are needed for that.",
  not_found: "There is no such call.",
  cancelled: "This call was canceled, so it has no outcome.",
  not_started: "This call has not started yet. You can mark it once it has started.",
} as const satisfies Record<MarkRefusal["kind"], string>;
