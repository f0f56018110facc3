import type { FirmDates } from "#app/lib/dates/firm-dates.ts";
import { type companyFacts, type DenialReason, denialMessages, type Suspension, suspensionOf } from "../access.ts";
import type { accessRequest } from "../tables.server.ts";

/** What signed-in users see of their access. `at`: since when it is in that state. Browser-safe. */
export type OwnAccess =
  /** `at`: null for admins, who need no code. */
  | { state: "has_access"; at: Date | null }
  | { state: "waiting"; at: Date; dueAt: Date | null }
  /** `isMailed`: false if we pass the code on in another way. */
  | { state: "code_sent"; at: Date; expiresAt: Date; isMailed: boolean }
  /** The person has access, but cannot use it at the moment. */
  | { state: "suspended"; reason: Suspension }
  | { state: "code_expired" | "code_withdrawn" | "declined" | "access_ended"; at: Date };

export const ownAccessTitles: Record<OwnAccess["state"], string> = {
  waiting: "Your request is being reviewed",
  code_sent: "Your code is ready",
  code_expired: "Your code has expired",
  code_withdrawn: "Your code was withdrawn",
  declined: "Your request was declined",
  access_ended: "Your access has ended",
  has_access: "Your wizard is open",
  suspended: "Your wizard is closed at the moment",
};

/** Names a day only if the request is approved automatically. */
export function ownAccessText(
  access: OwnAccess,
  { longDay }: Pick<FirmDates, "longDay">,
  email: string,
  codeWithin: string,
): string {
  switch (access.state) {
    case "waiting":
      return access.dueAt
        ? `You requested access on ${longDay(access.at)}. Your code arrives at ${email} within ${codeWithin} of it, on ${longDay(access.dueAt)} at the earliest.`
        : `You requested access on ${longDay(access.at)}. A person reviews it, so there is no fixed date; we email our decision to ${email}.`;
    case "code_sent":
      return `An access code for ${email} was issued on ${longDay(access.at)} and works until ${longDay(access.expiresAt)}. ${
        access.isMailed
          ? "Check the inbox and spam folder of that address."
          : "It was not emailed; the person who issued it gives it to you."
      }`;
    case "code_expired":
      return `The code from ${longDay(access.at)} expired unused. Request a new one.`;
    case "code_withdrawn":
      return `The code from ${longDay(access.at)} no longer works. Write to us if you think this is a mistake.`;
    case "declined":
      return `We declined it on ${longDay(access.at)} and emailed the reason to ${email}. You can request access again; a person reviews it.`;
    case "access_ended":
      return "An access code works once, and the access it gave you has ended. Write to us if you think this is a mistake.";
    case "suspended":
      return denialMessages[access.reason];
    case "has_access":
      return access.at ? `You have had access since ${longDay(access.at)}.` : "As an admin you need no code.";
  }
}

export const canRequestAgain = (access: OwnAccess | null): boolean =>
  access === null || access.state === "code_expired" || access.state === "declined";

/** Whether a page about the state has the form for a code: against a block or too many devices none helps. */
export const takesCode = (access: OwnAccess | null): boolean => access?.state !== "suspended";

type Step = { href: string; label: string };

const enterCode: Step = { href: "/verify-access", label: "Enter an access code" };
const requestCode: Step = { href: "/request-access", label: "Request a code" };
const contact: Step = { href: "/contact", label: "Contact us" };

/** What helps in each state, the most likely first. */
export function nextSteps(access: OwnAccess | null): readonly [Step, ...Step[]] {
  switch (access?.state) {
    case "has_access":
      return [{ href: "/blueprint/wizard", label: "Go to the wizard" }];
    case "suspended":
      return [suspendedStep(access.reason)];
    case "code_withdrawn":
    case "access_ended":
      return [contact, { ...enterCode, label: "Enter another code" }];
    case "code_sent":
      return [{ ...enterCode, label: "Enter the code" }];
    case "waiting":
      return [enterCode];
    default:
      return [enterCode, requestCode];
  }
}

/** A code does not help against a block or too many devices. */
export const suspendedStep = (reason: Suspension): Step =>
  reason === "blocked" ? contact : { href: "/account?tab=security", label: "See where you are signed in" };

/** For a refusal that only has the reason. */
export function nextStepFor(reason: DenialReason): Step {
  const suspension = suspensionOf({ reason });
  return suspension ? suspendedStep(suspension) : enterCode;
}

export type RequestedCompany = Pick<typeof accessRequest.$inferSelect, (typeof companyFacts)[number]>;
