import { z } from "zod";
import { findUnreadable, text } from "#app/lib/text.ts";

/** A name in a funnel: `wizard`, `profile_completed`. */
const word = (name: string) =>
  z
    .string({ error: `${name}: name the ${name} in one word.` })
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,63}$/, { error: `${name}: use 1 to 64 letters, digits, _ or -.` });

const id = text({ max: 200 }).nullish();

export const FunnelEvent = z.object({
  /** Chosen by the sender; makes repeated reports idempotent. */
  event_id: z.uuid({ error: "event_id: give a UUID." }).nullish(),
  session_id: text({ min: 1, max: 200 }).nullish(),
  user_id: id,
  stage: word("stage"),
  substage: word("substage").nullish(),
  metadata: z
    .record(text({ max: 64 }), z.unknown())
    .refine((data) => findUnreadable(data) === null, { error: "metadata: use plain values.", abort: true })
    .refine((data) => JSON.stringify(data).length <= 4000, { error: "metadata: use at most 4,000 characters of JSON." })
    .nullish(),
  /** USD. */
  value: z
    .number({ error: "value: give a number." })
    .min(0, { error: "value: give a number from 0." })
    .max(1e9, { error: "value: give a number up to 1,000,000,000." })
    .nullish(),
  company_id: id,
  blueprint_id: id,
});
export type FunnelEvent = z.infer<typeof FunnelEvent>;
