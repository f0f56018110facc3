/*
 * The firm's time promises, each once. Pages, mails and documents use these; a test refuses texts that
 * repeat one literally. Prices are in pricing.ts; the lengths of calls are settings of their event types.
 */

/** The wizard has three steps of five minutes; the quick start is one page of one step's length. */
export const analysisMinutes = 15;

/** From signing to handover of one project. */
export const projectWeeks = { from: 2, to: 6 } as const;

/** The guarantee and free repairs both count from the handover of a project. */
export const guaranteeDays = 90;

export const blueprintBusinessDays = 10;

/** The default terms and privacy policy promise account holders an email at least this many days before a material change. */
export const legalNoticeDays = 30;

export const promised = {
  analysis: `${analysisMinutes} minutes`,
  project: `${projectWeeks.from}-${projectWeeks.to} weeks`,
  blueprint: `about ${blueprintBusinessDays} business days`,
  architect: "within one business day",
  /** For a reply by a person to an email or a registration. */
  answer: "within 24 hours",
  retainerNotice: "30 days' written notice",
  guaranteeDay: `day ${guaranteeDays} after handover`,
} as const;

/**
 * How long an access code takes. `delay`: business days until a request is approved automatically; sending and reading get three more.
 * `codeWithin(4) === "4 to 7 business days"`
 */
export const codeWithin = (delay: number): string =>
  delay === 0 ? "a few minutes" : `${delay} to ${delay + 3} business days`;

export const codeWait = (within: string): string =>
  `Your access code arrives by email within ${within}. The analysis then takes ${promised.analysis}.`;

/** What happens after an unlock without a call: drawing starts after the kickoff. */
export const afterUnlock = `An architect is assigned ${promised.architect} and agrees on the scope with you; that is the kickoff. The full blueprint follows ${promised.blueprint} later.`;

/** What happens after an unlock by a call, which was the kickoff. */
export const afterCall = `An architect is assigned ${promised.architect} and prepares it: ${promised.blueprint} from the call.`;

/** Duration of everything in scope, in whole months of the return model: one project, or several in sequence. */
export const buildTime = (months: number): string =>
  months === 1 ? "1 month to build" : `${months} months to build, in projects of ${promised.project} each`;

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
