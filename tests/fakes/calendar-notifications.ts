import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";

/*
 * Notifications of Google Calendar and Microsoft Graph with the rules of their documentation: how long a channel lasts, its first message,
 * the validation of an address, what a notification contains, renewing and ending.
 */

export type Sent = { url: string; headers: Record<string, string>; body: string };
/** Sends a notification to the site. */
export type Deliver = (sent: Sent) => Promise<{ status: number; contentType: string; text: string }>;
export type ChannelFault = "none" | "unverified" | "unsupported" | "wait" | "late" | "shorter";

type Channel = {
  id: string;
  calendar: string;
  address: string;
  secret: string;
  ref: string;
  expiresAt: number;
  messages: number;
};
type Given = { status: number; body?: unknown; headers?: Record<string, string> };
type Asked = { method: string; path: string; body: Record<string, unknown> };

const googleMaxMs = 7 * dayMs;
const graphMaxMs = 4230 * minuteMs;
const graphMinMs = 45 * minuteMs;

export function calendarNotifications(name: "google" | "microsoft") {
  const channels = new Map<string, Channel>();
  let now = () => Date.now();
  let deliver: Deliver = async () => ({ status: 502, contentType: "", text: "" });
  let fault: ChannelFault = "none";
  let beforeResponse: () => Promise<unknown> = async () => {};
  let count = 0;
  const live = () => [...channels.values()].filter(({ expiresAt }) => expiresAt > now());

  const googleMessage = (channel: Channel, state: "sync" | "exists" | "not_exists"): Sent => {
    channel.messages += 1;
    return {
      url: channel.address,
      headers: {
        ...{ "x-goog-channel-id": channel.id, "x-goog-channel-token": channel.secret, "x-goog-resource-state": state },
        ...{ "x-goog-resource-id": channel.ref, "x-goog-message-number": String(channel.messages) },
        "x-goog-resource-uri": `https://www.googleapis.com/calendar/v3/calendars/${channel.calendar}/events?alt=json`,
        "x-goog-channel-expiration": new Date(channel.expiresAt).toUTCString(),
      },
      body: "",
    };
  };
  const graphMessage = (channel: Channel, of: Record<string, unknown>): Sent => ({
    url: channel.address,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      value: [
        {
          ...{
            subscriptionId: channel.ref,
            clientState: channel.secret,
            tenantId: "11111111-2222-4333-8444-555555555555",
          },
          subscriptionExpirationDateTime: new Date(channel.expiresAt).toISOString(),
          ...of,
        },
      ],
    }),
  });
  const changeMessage = (channel: Channel) =>
    name === "google"
      ? googleMessage(channel, "exists")
      : graphMessage(channel, { changeType: "updated", resource: "Users/1/Events/2", resourceData: { id: "2" } });

  const googleError = (status: number, reason: string): Given => ({
    status,
    body: { error: { code: status, errors: [{ domain: "global", reason, message: reason }] } },
  });

  async function watch(calendar: string, body: Record<string, unknown>): Promise<Given> {
    const { id, token, type, address, expiration } = body as Record<string, string>;
    if (fault === "wait") return googleError(403, "userRateLimitExceeded");
    if (fault === "unsupported" || calendar === "holidays")
      return googleError(400, "pushNotSupportedForRequestedResource");
    if (fault === "unverified") return googleError(401, "push.webhookUrlUnauthorized");
    if (!/^[A-Za-z0-9\-_+/=]{1,64}$/.test(id ?? "") || type !== "web_hook") return { status: 400 };
    if (!address?.startsWith("https://")) return googleError(400, "push.webhookUrlNotHttps");
    if (channels.has(id!) || (token ?? "").length > 256) return googleError(400, "channelIdNotUnique");
    const asked = Number(expiration ?? now() + googleMaxMs);
    const most = fault === "shorter" ? now() + hourMs : now() + googleMaxMs;
    count += 1;
    const channel: Channel = {
      ...{ id: id!, calendar, address, secret: token ?? "", ref: `resource-${calendar}`, messages: 0 },
      expiresAt: Math.min(asked, most),
    };
    channels.set(channel.id, channel);
    if (fault !== "late") await deliver(googleMessage(channel, "sync"));
    await beforeResponse();
    const { ref: resourceId, expiresAt } = channel;
    return {
      status: 200,
      body: { kind: "api#channel", id, resourceId, resourceUri: "", token, expiration: String(expiresAt) },
    };
  }

  function google({ method, path, body }: Asked): Promise<Given> | Given | null {
    const [, calendar] = /^\/calendars\/([^/]+)\/events\/watch$/.exec(path) ?? [];
    if (method === "POST" && calendar) return watch(decodeURIComponent(calendar), body);
    if (method !== "POST" || path !== "/channels/stop") return null;
    const channel = channels.get(String(body["id"]));
    if (!channel || channel.ref !== body["resourceId"]) return googleError(404, "notFound");
    channels.delete(channel.id);
    return { status: 204 };
  }

  async function isValidated(address: string): Promise<boolean> {
    const token = `Validation: Testing client application reachability for subscription <${count}>`;
    const url = `${address}?validationToken=${encodeURIComponent(token)}`;
    const { status, contentType, text } = await deliver({
      url,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: "",
    });
    return status === 200 && contentType.startsWith("text/plain") && text === token;
  }

  async function subscribe(body: Record<string, unknown>): Promise<Given> {
    const { changeType, notificationUrl, lifecycleNotificationUrl, resource, expirationDateTime, clientState } =
      body as Record<string, string>;
    if (fault === "wait") return { status: 429, headers: { "retry-after": "7200" } };
    if (fault === "unsupported")
      return { status: 403, body: { error: { code: "ExtensionError", message: "Access is denied." } } };
    const [, calendar] = /^me\/calendars\/([^/]+)\/events$/.exec(resource ?? "") ?? [];
    const expiresAt = Date.parse(expirationDateTime ?? "");
    const isKnown = calendar && changeType && (clientState ?? "").length <= 128;
    if (!isKnown || !(expiresAt <= now() + graphMaxMs) || !notificationUrl?.startsWith("https://"))
      return { status: 400, body: { error: { code: "InvalidRequest", message: "" } } };
    count += 1;
    for (const address of [notificationUrl, lifecycleNotificationUrl])
      if (fault === "unverified" || (address && !(await isValidated(address)))) {
        const message = "Subscription validation request failed. Notification endpoint must respond with 200 OK.";
        return { status: 400, body: { error: { code: "ValidationError", message } } };
      }
    const ref = `subscription-${count}`;
    const most = fault === "shorter" ? now() + graphMinMs : expiresAt;
    const channel: Channel = {
      ...{ id: ref, calendar, address: notificationUrl, secret: clientState ?? "", ref, messages: 0 },
      expiresAt: Math.max(most, now() + graphMinMs),
    };
    channels.set(ref, channel);
    await beforeResponse();
    return { status: 201, body: { id: ref, resource, changeType, expirationDateTime: timeOf(channel) } };
  }
  const timeOf = ({ expiresAt }: Channel) => new Date(expiresAt).toISOString().replace("Z", "0000Z");

  function microsoft({ method, path, body }: Asked): Promise<Given> | Given | null {
    if (method === "POST" && path === "/subscriptions") return subscribe(body);
    if (!path.startsWith("/subscriptions/")) return null;
    const channel = live().find(({ ref }) => path === `/subscriptions/${ref}`);
    if (!channel) return { status: 404, body: { error: { code: "ResourceNotFound", message: "" } } };
    if (method === "DELETE") {
      channels.delete(channel.id);
      return { status: 204 };
    }
    const expiresAt = Date.parse(String(body["expirationDateTime"]));
    if (!(expiresAt <= now() + graphMaxMs)) return { status: 400 };
    channel.expiresAt = expiresAt;
    return { status: 200, body: { id: channel.ref, expirationDateTime: timeOf(channel) } };
  }

  return {
    answer: name === "google" ? google : microsoft,
    live,
    at: (time: Date) => {
      now = () => time.getTime();
    },
    deliverBy: (next: Deliver) => {
      deliver = next;
    },
    failChannels: (next: ChannelFault) => {
      fault = next;
    },
    /** Runs after a channel is made, before the service says so. */
    holdResponses: (act: () => Promise<unknown>) => {
      beforeResponse = act;
    },
    /** The message that a change in a calendar leads to, through each of its channels. */
    changeMessages: (calendar?: string) =>
      live()
        .filter((channel) => !calendar || channel.calendar === calendar)
        .map(changeMessage),
    /** A change through a channel that has expired or ended. */
    changeMessage,
    lifecycleMessage: (channel: Channel, lifecycleEvent: string) => graphMessage(channel, { lifecycleEvent }),
    drop: () => channels.clear(),
    reset: () => {
      channels.clear();
      fault = "none";
      beforeResponse = async () => {};
    },
  };
}
