import { channels } from "../collecting/sources/channels.ts";
import { visitFacts } from "../store/visit-store.ts";
import type { SourceTerms } from "./source-terms.server.ts";

const copied = visitFacts.filter((fact) => fact !== "source").map((fact) => `s.${fact}_id`);

/** A query of the facts of these sessions that visits copy; sources have their names. */
export const sessionFacts = (sessionIds: readonly number[], { reported, named }: SourceTerms): string => `
  select s.id, s.client, coalesce(s.channel, ${channels.direct}) as channel, coalesce(s.device, 0) as device, s.rule,
    coalesce(named.id, s.source_id, s.referrer_id) as source_id, ${copied.join(", ")}
  from analytics_session s
    left join unnest('{${reported}}'::int[], '{${named}}'::int[]) named(reported_id, id)
      on named.reported_id = coalesce(s.source_id, s.referrer_id)
  where s.id = any('{${sessionIds}}'::int[])`;
