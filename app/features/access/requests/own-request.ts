import type { FirmDates } from "#app/lib/dates/firm-dates.ts";
import { type companyFacts, type DenialReason, denialMessages } from "../access.ts";
import type { accessRequest } from "../tables.server.ts";

/** `at`: when it reached that state. Browser-safe. */
export type OwnRequest =
  | { state: "waiting"; at: Date; dueAt: Date | null }
  /** `isMailed`: false if we pass the code on in another way. */
  | { state: "code_sent"; at: Date; expiresAt: Date; isMailed: boolean }
  /** The person has access, but cannot use it at the moment. */
  | { state: "suspended"; at: Date; reason: "too_many_devices" | "blocked" }
  | { state: "code_expired" | "code_withdrawn" | "declined" | "access_ended" | "has_access"; at: Date };

export const ownRequestTitles: Record<OwnRequest["state"], string> = {
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
export function ownRequestText(
  request: OwnRequest,
  { longDay }: Pick<FirmDates, "longDay">,
  email: string,
  codeWithin: string,
): string {
  const day = longDay(request.at);
  switch (request.state) {
    case "waiting":
      return request.dueAt
        ? `You requested access on ${day}. Your code arrives at ${email} within ${codeWithin} of it, on ${longDay(request.dueAt)} at the earliest.`
        : `You requested access on ${day}. A person reviews it, so there is no fixed date; we email our decision to ${email}.`;
    case "code_sent":
      return `An access code for ${email} was issued on ${day} and works until ${longDay(request.expiresAt)}. ${
        request.isMailed
          ? "Check the inbox and spam folder of that address."
          : "It was not emailed; the person who issued it gives it to you."
      }`;
    case "code_expired":
      return `The code from ${day} expired unused. Request a new one.`;
    case "code_withdrawn":
      return `The code from ${day} no longer works. Write to us if you think this is a mistake.`;
    case "declined":
      return `We declined it on ${day} and emailed the reason to ${email}. You can request access again; a person reviews it.`;
    case "access_ended":
      return "An access code works once, and the access it gave you has ended. Write to us if you think this is a mistake.";
    case "suspended":
      return denialMessages[request.reason];
    case "has_access":
      return `You redeemed your access code on ${day}.`;
  }
}

export const canRequestAgain = (request: OwnRequest | null): boolean =>
  request === null || request.state === "code_expired" || request.state === "declined";

export const needsSupport = (request: OwnRequest | null): boolean =>
  request?.state === "code_withdrawn" || request?.state === "access_ended";

/** The next step for a person without access. A code does not help against a block or too many devices. */
export function nextStepFor(reason: DenialReason | null, request: OwnRequest | null): { href: string; label: string } {
  if (reason === "too_many_devices") return { href: "/account?tab=security", label: "See where you are signed in" };
  if (reason === "blocked" || needsSupport(request)) return { href: "/contact", label: "Contact us" };
  return { href: "/verify-access", label: "Enter an access code" };
}

export type RequestedCompany = Pick<typeof accessRequest.$inferSelect, (typeof companyFacts)[number]>;
