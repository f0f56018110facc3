import { z } from "zod";
import { type ProfileChange, type ProfileName, profileNames } from "./profile-fields.ts";

/** The stored values that a form was filled with. */
export const ProfileBase = z.record(z.enum(profileNames), z.union([z.string().max(1000), z.number(), z.null()]));
export type ProfileBase = z.infer<typeof ProfileBase>;

const isSame = (one: unknown, other: unknown) => (one ?? "") === (other ?? "");

/**
 * Applies what a form changed since its `base` to the stored profile, so that a form that was opened earlier does not undo
 * another's changes. `conflicts`: fields that both changed, to different values.
 */
export function mergeProfile(
  input: ProfileChange,
  base: ProfileBase,
  stored: ProfileBase,
): { merged: ProfileChange; conflicts: ProfileName[] } {
  const kept = profileNames.filter((name) => isSame(input[name], base[name]));
  const conflicts = profileNames.filter(
    (name) => !kept.includes(name) && !isSame(stored[name], base[name]) && !isSame(stored[name], input[name]),
  );
  const merged = { ...input, ...Object.fromEntries(kept.map((name) => [name, stored[name]])) };
  return { merged, conflicts };
}
