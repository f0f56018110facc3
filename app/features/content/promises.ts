/*
 * What the firm promises in time, each promise once (decision 0178). Pages, mails and documents print these; a test refuses
 * texts that spell one of them out. Prices are in pricing.ts.
 */

/** The wizard has three steps of five minutes; the quick start is one page of one step's length. */
export const analysisMinutes = 15;

/** The two event types (spec: call-kinds). Both are free, and both are the kickoff of a full blueprint. */
export const callMinutes = { session: 45, unlock: 30 } as const;

/** From signing to hand-over of one project. */
export const projectWeeks = { from: 2, to: 6 } as const;

/** The guarantee and the repair of faults both count from the day on which a project is handed over. */
export const guaranteeDays = 90;

/** From the kickoff to the day the full blueprint is promised for. */
export const blueprintBusinessDays = 10;

export const promised = {
  analysis: `${analysisMinutes} minutes`,
  session: `${callMinutes.session} minutes`,
  unlockCall: `${callMinutes.unlock} minutes`,
  /** From the request to the access code. */
  code: "4 to 7 business days",
  project: `${projectWeeks.from}-${projectWeeks.to} weeks`,
  /** From the kickoff. */
  blueprint: `about ${blueprintBusinessDays} business days`,
  architect: "within one business day",
  /** Of a person, to a mail or a registration. */
  answer: "within 24 hours",
  retainerNotice: "30 days' written notice",
  /** The only "day 90" of the firm: when the guarantee is measured. */
  guaranteeDay: `day ${guaranteeDays} after handover`,
} as const;

export const codeWait = `Your access code arrives by email within ${promised.code}. The analysis then takes ${promised.analysis}.`;

/** What follows an unlock that was no call: nothing is drawn before the kickoff. */
export const afterUnlock = `An architect is assigned ${promised.architect} and agrees on the scope with you: that is the kickoff. The full blueprint follows ${promised.blueprint} from kickoff.`;

/** What follows an unlock by a call, which was the kickoff. */
export const afterCall = `An architect is assigned ${promised.architect} and prepares it: ${promised.blueprint} from the call.`;

/** How long everything in scope takes, in whole months of the return model: one project, or several one after another. */
export const buildTime = (months: number): string =>
  months === 1 ? "1 month to build" : `${months} months to build, in projects of ${promised.project} each`;

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
