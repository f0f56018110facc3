import { withArticle } from "#app/lib/words/article.ts";

/**
 * The two calls that the site leads to: the title that the admin gave them, whether visitors can book them now, and their place
 * unless it is a video call.
 */
export type OfferedCalls = Record<CallName, { title: string; isOffered: boolean; place?: keyof typeof places }>;
export type CallName = "session" | "unlock";

const places = { phone: "by phone", "in-person": "in person" };

export const callPaths = {
  session: "/schedule/strategy-session",
  unlock: "/schedule/blueprint-unlock-call",
} as const satisfies Record<CallName, string>;

export const usualCalls: OfferedCalls = {
  session: { title: "Strategy session", isOffered: true },
  unlock: { title: "Blueprint unlock call", isOffered: true },
};

let read = (): OfferedCalls => usualCalls;

/** Where the facts are on the server: the event types (offered-calls.server.ts). */
export const readOfferedCallsFrom = (source: () => OfferedCalls): void => {
  read = source;
};

/** Call this when a text is made, not when its module loads. A browser reads it from the document (app/root.tsx). */
export function offeredCalls(): OfferedCalls {
  if (typeof document === "undefined") return read();
  const written = document.documentElement.dataset["calls"];
  return written ? (JSON.parse(written) as OfferedCalls) : usualCalls;
}

/** For the root element; absent while both are as they were installed. */
export function offeredCallsInDocument(): string | undefined {
  const calls = JSON.stringify(offeredCalls());
  return calls === JSON.stringify(usualCalls) ? undefined : calls;
}

/** Whether a call that unlocks the full blueprint for free can be booked: either does. */
export const offersFreeCall = (): boolean => Object.values(offeredCalls()).some(({ isOffered }) => isOffered);

/** The title inside a sentence: `strategy session`. Names with more capitals keep them: `ROI review`, `SaaS intro`. */
export function callTitle(name: CallName): string {
  const { title } = offeredCalls()[name];
  return /^\p{Lu}\p{Ll}+(?!\p{L})/u.test(title) ? title[0]!.toLowerCase() + title.slice(1) : title;
}

/** `a strategy session`, `an intro call`. */
export function aCall(name: CallName): string {
  return withArticle(callTitle(name));
}

/** `on video`, `by phone`, `in person`. */
export function callPlace(name: CallName): string {
  const { place } = offeredCalls()[name];
  return place ? places[place] : "on video";
}

/** Where a button about this call leads and what it says; to the contact page while the call cannot be booked. */
export function bookLink(
  name: CallName,
  options: { label?: string; query?: string; href?: string } = {},
): { href: string; label: string } {
  if (!offeredCalls()[name].isOffered) return { href: "/contact", label: "Contact us" };
  const { label = `Book ${aCall(name)}`, query = "", href = `${callPaths[name]}${query}` } = options;
  return { href, label };
}
