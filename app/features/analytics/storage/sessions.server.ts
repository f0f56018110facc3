import { sql } from "drizzle-orm";
import { minuteMs } from "#app/lib/durations.ts";
import type { Db } from "#app/platform/db.server.ts";
import { RecentMap } from "../collecting/recent-map.ts";
import { analyticsSession } from "../tables.server.ts";
import { rejectionRules } from "../visits/rejection-rules.ts";

const maxCached = 50_000;
/** Cache lifetime of a session: another process may delete it. */
const cachedMs = minuteMs;

/** Facts of a session with their terms as text. `key`: sessionKey or ruleKey. */
export type SessionFacts = {
  key: string;
  client: bigint | null;
  firstAt: Date;
  rule: number | null;
  adminUserId: string | null;
  device: number;
  browser: string | null;
  os: string | null;
  arrival: Arrival | null;
  /** It came from a page of this site: without a source of its own it has that of the client's latest session. */
  isContinued?: boolean;
};

export type Arrival = {
  channel: number;
  referrer: string | null;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  screen: string | null;
  language: string | null;
  timezone: string | null;
};

/** The type of a column, and its value for a session. */
type Column = [type: string, of: (session: SessionFacts) => string | number | null];

/** A session that continues another one has these of it. */
const inherited = new Set(["channel", "referrer_id", "source_id", "medium_id", "campaign_id"]);

type Known = { id: number; until: number; isComplete: boolean; isRejected: boolean };

export class Sessions {
  readonly #known = new RecentMap<string, Known>(maxCached);
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  knows({ key, arrival, rule }: SessionFacts): boolean {
    const entry = this.#known.get(key);
    if (entry === undefined || entry.until <= performance.now()) return false;
    return (arrival === null || entry.isComplete) && (rule === null || entry.isRejected);
  }

  forget(key: string): void {
    this.#known.delete(key);
  }

  /**
   * Returns the ids of these sessions by key. Stores new ones and adds facts that stored ones lack. Each key appears once. `terms` has
   * the ids of all texts.
   */
  async idsOf(sessions: readonly SessionFacts[], terms: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const ids = new Map<string, number>();
    const unknown: SessionFacts[] = [];
    for (const session of sessions) {
      if (this.knows(session)) ids.set(session.key, this.#known.get(session.key)!.id);
      else unknown.push(session);
    }
    if (unknown.length === 0) return ids;
    const rows = await this.#store(
      // Sorted, so that processes cannot deadlock.
      unknown.sort((one, other) => (one.key < other.key ? -1 : 1)),
      (text) => (text === null ? null : (terms.get(text) ?? null)),
    );
    const until = performance.now() + cachedMs;
    for (const { key, ...row } of rows) {
      ids.set(key, row.id);
      this.#known.set(key, { ...row, until });
    }
    return ids;
  }

  async #store(sessions: readonly SessionFacts[], idOf: (text: string | null) => number | null) {
    const ofArrival = (name: keyof Omit<Arrival, "channel">): Column => [
      "int",
      ({ arrival }) => arrival && idOf(arrival[name]),
    ];
    const columns: Readonly<Record<string, Column>> = {
      key: ["uuid", ({ key }) => key],
      client: ["bigint", ({ client }) => client?.toString() ?? null],
      first_at: ["timestamptz", ({ firstAt }) => firstAt.toISOString()],
      rule: ["smallint", ({ rule }) => rule],
      admin_user_id: ["uuid", ({ adminUserId }) => adminUserId],
      channel: ["smallint", ({ arrival }) => arrival?.channel ?? null],
      device: ["smallint", ({ device }) => device],
      browser_id: ["int", ({ browser }) => idOf(browser)],
      os_id: ["int", ({ os }) => idOf(os)],
      ...{ referrer_id: ofArrival("referrer"), source_id: ofArrival("source"), medium_id: ofArrival("medium") },
      ...{ campaign_id: ofArrival("campaign"), screen_id: ofArrival("screen") },
      ...{ language_id: ofArrival("language"), timezone_id: ofArrival("timezone") },
    };
    const lists = Object.values(columns).map(([type, of]) => sql`${sql.param(sessions.map(of))}::${sql.raw(type)}[]`);
    const names = Object.keys(columns);
    const given = names.map((name) => (inherited.has(name) ? `coalesce(o.${name}, x.${name})` : `x.${name}`));
    // The first `session` payload of a session sets how it arrived; earlier payloads leave that open. A known session is never part of
    // a flood: caches expire, and many people can share an address.
    const { rows } = await this.#db.execute<Omit<Known, "until"> & { key: string }>(sql`
      insert into ${analyticsSession} as s (${sql.raw(names.join(", "))}) select ${sql.raw(given.join(", "))}
      from unnest(${sql.join(lists, sql`, `)}, ${sql.param(sessions.map(({ isContinued = false }) => isContinued))}::bool[])
        as x(${sql.raw(names.join(", "))}, is_continued)
      left join lateral (
        select channel, referrer_id, source_id, medium_id, campaign_id from ${analyticsSession} opener
        where x.is_continued and coalesce(x.referrer_id, x.source_id, x.medium_id, x.campaign_id) is null and x.channel is not null
          and opener.client = x.client and opener.key <> x.key and opener.channel is not null
          and opener.first_at between x.first_at - interval '1 day' and x.first_at
        order by opener.first_at desc, opener.id desc limit 1
      ) o on true
      on conflict (key) do update set
        first_at = least(s.first_at, excluded.first_at),
        rule = coalesce(s.rule, nullif(excluded.rule, ${rejectionRules.flood})),
        admin_user_id = coalesce(s.admin_user_id, excluded.admin_user_id),
        device = case when s.channel is null and excluded.channel is not null then excluded.device else s.device end,
        channel = coalesce(s.channel, excluded.channel),
        ${sql.join(
          ["referrer_id", "source_id", "medium_id", "campaign_id", "screen_id", "language_id", "timezone_id"].map(
            (column) => sql.raw(`${column} = case when s.channel is null then excluded.${column} else s.${column} end`),
          ),
          sql`, `,
        )}
      returning id, key, channel is not null as "isComplete", rule is not null as "isRejected"`);
    return rows;
  }
}
