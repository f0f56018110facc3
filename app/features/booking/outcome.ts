import { z } from "zod";
import type { NotAdmin, NotFound, Refusal } from "#app/lib/refusal.ts";

/** What an admin may say became of a call; `none` takes a mark back. */
export const OutcomeMark = z.enum(["held", "no-show", "none"]);
export type OutcomeMark = z.infer<typeof OutcomeMark>;

export type MarkRefusal = NotAdmin | NotFound | Refusal<"cancelled" | "not_begun">;

export const markRefusalText = {
  not_admin: "Admin rights are needed for that.",
  not_found: "There is no such call.",
  cancelled: "This call was cancelled, so nothing became of it.",
  not_begun: "This call has not started yet. You can mark it once it has started.",
} as const satisfies Record<MarkRefusal["kind"], string>;
