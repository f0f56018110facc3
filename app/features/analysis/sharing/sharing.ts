import { z } from "zod";

export const shareDays = { least: 1, standard: 30, most: 365 } as const;

const daysError = `Days: enter a whole number from ${shareDays.least} to ${shareDays.most}.`;
const revisionError = "Revision: enter the number of a revision.";

export const ShareOptions = z.object({
  revision: z
    .number({ error: revisionError })
    .int({ error: revisionError })
    .min(1, { error: revisionError })
    .optional(),
  days: z
    .number({ error: daysError })
    .int({ error: daysError })
    .min(shareDays.least, { error: daysError })
    .max(shareDays.most, { error: daysError })
    .optional(),
});
export type ShareOptions = z.infer<typeof ShareOptions>;
