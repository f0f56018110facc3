import { sessionKey } from "#app/features/analytics/collecting/session-key.server.ts";
import { channelOf, channels } from "#app/features/analytics/collecting/sources/channels.ts";
import { deviceKinds } from "#app/features/analytics/storage/device-kinds.ts";
import type { SessionFacts } from "#app/features/analytics/storage/sessions.server.ts";
import type { Timeline } from "./timeline.ts";
import { type Device, nextPages, type Origin, type Place } from "./visit-facts.ts";
import type { Hits } from "./visit-hits.ts";

type Agent = Pick<SessionFacts, "browser" | "os" | "device">;

/** Creates sessions and page views with the data that the collector reports about them. */
export class VisitMaker {
  readonly #time: Timeline;
  #count = 0;

  constructor(time: Timeline) {
    this.#time = time;
  }

  session(
    visitor: { sessionId: string; at: Date; origin: Origin; place: Place; rule?: number | null },
    agent: Device | Agent,
  ): SessionFacts {
    const { sessionId, at, origin, place, rule = null } = visitor;
    const { referrer, source = null, medium = null, campaign = null } = origin;
    const sourceTerms = { referrer, source, medium, campaign };
    const { device, browser, os } = agent;
    return {
      key: sessionKey(sessionId),
      client: BigInt(++this.#count),
      firstAt: at,
      rule,
      adminUserId: null,
      device: typeof device === "number" ? device : deviceKinds[device],
      ...{ browser, os },
      arrival: {
        channel: channels[channelOf(sourceTerms)],
        ...sourceTerms,
        screen: "screen" in agent ? agent.screen : null,
        ...place,
      },
    };
  }

  view(hits: Hits, page: string, device: Device, isActive = true): void {
    this.open(hits, page, device);
    hits.wait((5 + this.#time.chance() ** 2 * 170) * 1000);
    this.leave(hits, device, isActive);
  }

  open(hits: Hits, page: string, device: Device): void {
    const { chance } = this.#time;
    const slow = slownessOf(device);
    hits.view(page);
    if (page === "/case-studies") hits.event("error", "not_found", null);
    if (chance() >= 0.75) return;
    const ttfb = 60 + chance() * 220 * slow;
    const fcp = ttfb + 250 + chance() * 700 * slow;
    hits.metric("ttfb", ttfb);
    hits.metric("fcp", fcp);
    hits.metric("lcp", fcp + chance() ** 2 * 2600 * slow);
    hits.metric("cls", chance() ** 3 * 0.22);
  }

  leave(hits: Hits, device: Device, isActive = true): void {
    const { chance } = this.#time;
    if (chance() < 0.5) hits.metric("inp", 24 + chance() ** 3 * 420 * slownessOf(device));
    if (isActive && chance() < 0.25) hits.event("click", "link", { href: this.#time.pick(nextPages) });
    if (isActive && chance() < 0.03) hits.event("click", "outbound_link", { href: "https://www.hubspot.com" });
    if (chance() < 0.015) hits.behavior("rage_click", hits.page === "/automation-grid" ? "#filters>a" : "main>h2");
    if (chance() < 0.015) hits.behavior("dead_click", "footer>button");
    if (chance() < 0.008) hits.behavior("error", null, { message: "TypeError: Failed to fetch" });
    const seconds = Math.round(hits.secondsOnPage * (0.7 + chance() * 0.3));
    hits.event("engagement", "page_time", { seconds, scroll_percent: this.#time.between(18, 100) });
  }
}

const slownessOf = ({ device }: Device) => (device === "phone" ? 1.7 : 1);
