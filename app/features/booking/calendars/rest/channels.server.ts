import { z } from "zod";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok, type Refused, type Result } from "#app/lib/result.ts";
import type { Answer } from "../dav-request.server.ts";
import type { CalendarChannels, ChannelRefusal, OpenChannel, Trouble } from "../provider.ts";
import { type RestClient, restTroubleOf } from "./rest-account.server.ts";

/*
 * Notifications of Google and Microsoft, as documented. Google: a channel lasts at most seven days, cannot be renewed, and begins with a
 * message of its own, which may arrive before the response. Microsoft: a subscription lasts at most 4,230 minutes, is renewed, and is only
 * made if the address repeats a token; without a path of one calendar only the default one is reported.
 */

const Opened = z.object({ resourceId: z.string().min(1), expiration: z.coerce.number() });
const Subscription = z.object({ id: z.string().min(1), expirationDateTime: z.iso.datetime({ offset: true }) });
const GoogleError = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) });
const GraphError = z.object({ error: z.object({ code: z.string(), message: z.string().default("") }) });

export const googleChannels = (client: RestClient): CalendarChannels => ({
  lifeMs: 7 * dayMs,
  provesAddress: false,
  async open(calendar, { id, token, address, expiresAt }) {
    const path = `/calendars/${encodeURIComponent(calendar)}/events/watch`;
    const body = { id, token, address, type: "web_hook", expiration: String(expiresAt.getTime()) };
    const answer = await client.send({ method: "POST", path, body });
    if (!answer.ok) return answer;
    if (answer.value.status !== 200) return googleRefusal(answer.value);
    const opened = Opened.safeParse(jsonIn(answer.value.text));
    if (!opened.success) return refuse("not_a_calendar_server");
    return ok({ ref: opened.data.resourceId, expiresAt: new Date(opened.data.expiration) });
  },
  renew: async () => ok(null),
  async close({ id, ref }) {
    const answer = await client.send({ method: "POST", path: "/channels/stop", body: { id, resourceId: ref } });
    return answer.ok ? closed(answer.value) : answer;
  },
});

export const microsoftChannels = (client: RestClient): CalendarChannels => {
  const pathOf = ({ ref }: Pick<OpenChannel, "ref">) => `/subscriptions/${encodeURIComponent(ref)}`;
  return {
    lifeMs: 4230 * minuteMs,
    provesAddress: true,
    async open(calendar, { id, token, address, expiresAt }) {
      const body = {
        ...{ changeType: "created,updated,deleted", notificationUrl: address, lifecycleNotificationUrl: address },
        ...{ resource: `me/calendars/${calendar}/events`, expirationDateTime: expiresAt.toISOString() },
        // The id of a subscription is not known before its first notifications.
        clientState: `${id}.${token}`,
      };
      const answer = await client.send({ method: "POST", path: "/subscriptions", body });
      if (!answer.ok) return answer;
      if (answer.value.status !== 201) return graphRefusal(answer.value);
      const made = Subscription.safeParse(jsonIn(answer.value.text));
      if (!made.success) return refuse("not_a_calendar_server");
      return ok({ ref: made.data.id, expiresAt: new Date(made.data.expirationDateTime) });
    },
    async renew(channel, expiresAt) {
      const body = { expirationDateTime: expiresAt.toISOString() };
      const answer = await client.send({ method: "PATCH", path: pathOf(channel), body });
      if (!answer.ok) return answer;
      if (answer.value.status === 404) return ok(null);
      if (answer.value.status !== 200) return restTroubleOf(answer.value);
      const renewed = Subscription.safeParse(jsonIn(answer.value.text));
      return renewed.success ? ok(new Date(renewed.data.expirationDateTime)) : refuse("not_a_calendar_server");
    },
    async close(channel) {
      const answer = await client.send({ method: "DELETE", path: pathOf(channel) });
      return answer.ok ? closed(answer.value) : answer;
    },
  };
};

const closed = (answer: Answer): Result<undefined, Trouble> =>
  [200, 204, 404].includes(answer.status) ? ok(undefined) : restTroubleOf(answer);

function googleRefusal(answer: Answer): Refused<ChannelRefusal> {
  const refused = GoogleError.safeParse(jsonIn(answer.text));
  const reason = refused.success ? refused.data.error.errors[0]!.reason : "";
  if (/webhook/i.test(reason)) return refuse("address_refused");
  return /pushNotSupported/i.test(reason) ? refuse("not_supported") : restTroubleOf(answer);
}

function graphRefusal(answer: Answer): Refused<ChannelRefusal> {
  const refused = answer.status === 400 ? GraphError.safeParse(jsonIn(answer.text)) : undefined;
  const isAddress =
    refused?.success &&
    (refused.data.error.code === "ValidationError" || /validation request/i.test(refused.data.error.message));
  return isAddress ? refuse("address_refused") : restTroubleOf(answer);
}
