import { z } from "zod";
import { cents, defineEvent } from "#app/features/events/event-definition.ts";

const blueprint = z.object({ blueprintId: z.uuid(), userId: z.uuid(), email: z.string() });
const subject = ({ userId, email }: z.output<typeof blueprint>) => ({ userId, email });

const analysis = blueprint.extend({
  companyName: z.string(),
  revision: z.int(),
  modelVersion: z.string(),
  /** Yearly value at run rate; null, like the next two, in events logged before these fields existed. */
  annualValueCents: cents.nullable().default(null),
  employees: z.int().nullable().default(null),
  industry: z.string().nullable().default(null),
});

export const analysisCreated = defineEvent({
  name: "analysis.created",
  when: "The first analysis of a blueprint is generated.",
  payload: analysis,
  subject,
  sentence: ({ companyName }) => `Generated an analysis${companyName ? ` for ${companyName}` : ""}.`,
});

export const analysisRevised = defineEvent({
  name: "analysis.revised",
  when: "A later analysis of a blueprint is generated.",
  payload: analysis,
  subject,
  sentence: ({ revision }) => `Revised the analysis (revision ${revision}).`,
});

export const analysisShared = defineEvent({
  name: "analysis.shared",
  when: "The owner of an analysis creates a share link.",
  payload: blueprint.extend({ revision: z.int() }),
  subject,
  sentence: ({ revision }) => `Shared revision ${revision} of the analysis.`,
});

export const analysisEvents = [analysisCreated, analysisRevised, analysisShared];
