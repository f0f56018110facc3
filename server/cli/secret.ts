import { counted } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import { resealTexts } from "../process/resealing.ts";
import { failure, Misuse, type Outcome } from "./terminal/output.ts";
import { lineFromInput } from "./terminal/questions.ts";
import { atWork } from "./workplace.ts";

/** `secret reseal`: status 1 if secrets remain that neither SECRET opens. */
export async function reseal(): Promise<Outcome> {
  const former = await lineFromInput();
  if (!former) throw new Misuse("Write the former SECRET to standard input.");
  if (former === env().SECRET) return failure("same_secret", "That is the current SECRET. Write the former one.");
  return atWork(
    async ({ ctx }) => {
      const data = await resealTexts(ctx, former);
      const { resealed, readable, unreadable } = data;
      const lines = [
        `${counted(resealed, "secret")} encrypted again; ${counted(readable, "secret")} had the current SECRET already.`,
        ...unreadable.map((label) => `Neither SECRET opens: ${label}`),
      ];
      return { data, lines, failed: unreadable.length > 0 };
    },
    { anySecret: true },
  );
}
