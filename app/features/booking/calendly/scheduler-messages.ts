/*
 * Messages of a framed scheduler to its page, in the format of Calendly's widget, so that one handler serves both. Any script can send
 * them, so they are only hints; the server knows the booking.
 */

export type SchedulerMessage =
  | { event: "calendly.profile_page_viewed" }
  | { event: "calendly.event_type_viewed" }
  | { event: "calendly.date_and_time_selected" }
  | { event: "calendly.event_scheduled"; eventUri: string; inviteeUri: string }
  | { event: "calendly.page_height"; height: number };

/** A first report, before anything is rendered, is only a few pixels. */
const minHeight = 400;
const maxHeight = 10_000;

/** Returns the message of a frame if its origin, window and shape are right; otherwise null. */
export function readMessage(
  message: { origin: string; source: unknown; data: unknown },
  frame: { origin: string; window: unknown },
): SchedulerMessage | null {
  if (message.origin !== frame.origin || !frame.window || message.source !== frame.window) return null;
  const data = message.data as { event?: unknown; payload?: Record<string, unknown> } | null;
  if (typeof data !== "object" || data === null || typeof data.event !== "string") return null;
  const payload = typeof data.payload === "object" && data.payload !== null ? data.payload : {};
  switch (data.event) {
    case "calendly.profile_page_viewed":
    case "calendly.event_type_viewed":
    case "calendly.date_and_time_selected":
      return { event: data.event };
    case "calendly.event_scheduled": {
      const [eventUri, inviteeUri] = [uriOf(payload["event"]), uriOf(payload["invitee"])];
      return eventUri && inviteeUri ? { event: data.event, eventUri, inviteeUri } : null;
    }
    case "calendly.page_height": {
      const height = Number(/^(\d{1,5})(?:\.\d+)?px$/.exec(String(payload["height"]))?.[1]);
      return height >= minHeight && height <= maxHeight ? { event: data.event, height } : null;
    }
    default:
      return null;
  }
}

function uriOf(part: unknown): string | null {
  const uri = (part as { uri?: unknown } | null | undefined)?.uri;
  return typeof uri === "string" && /^https?:\/\//.test(uri) && uri.length <= 500 ? uri : null;
}

/** Query parameters that a page passes on to the scheduler: the visitor and the campaign. */
const forwardedParams = [
  "name",
  "email",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
] as const;

/** Returns the URL of the frame: `base`, marked as embedded in `host`, with the parameters that the page's query passes on. */
export function frameAddress(base: string, host: string, query: URLSearchParams, foreign: boolean): string {
  const [path = "", given = ""] = base.split("?");
  const address = new URLSearchParams(given);
  address.set("embed_domain", host);
  address.set("embed_type", "Inline");
  if (foreign) address.set("hide_gdpr_banner", "1");
  for (const name of forwardedParams) {
    const value = query.get(name);
    if (value) address.set(name, value.slice(0, 200));
  }
  return `${path}?${address}`;
}
