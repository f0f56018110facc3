import { sql } from "drizzle-orm";
import { vitalNames } from "../reports/vitals/vital-limits.ts";
import { hitKinds } from "./hit-kinds.ts";
import { engagement } from "./measurements.ts";

const term = (text: string) => `(select id from analytics_term where text = '${text}')`;
const ofVital = vitalNames.map((vital) => `(${term(vital)}, m.${vital})`).join(", ");

/** Hits, and what pages measured as the hits that reported it: a query with the columns of `analytics_hit`, in parentheses. */
export const everyHitQuery = `(
  select at, value, session_id, page_id, type_id, name_id, kind, detail from analytics_hit
  union all
  select m.at, null, m.session_id, m.page_id, ${term(engagement.type)}, ${term(engagement.name)}, ${hitKinds.event}::smallint,
    jsonb_build_object('seconds', m.seconds, 'scroll_percent', m.scroll)
  from analytics_measurement m where m.seconds is not null
  union all
  select m.at, vital.thousandths / 1000::float8, m.session_id, m.page_id, vital.type_id, null, ${hitKinds.performance}::smallint, null
  from analytics_measurement m cross join lateral (values ${ofVital}) vital (type_id, thousandths) where vital.thousandths is not null
)`;

export const everyHit = sql.raw(everyHitQuery);

/** How many hits a row of measurements stands for. */
export const hitsOfMeasurement = sql<number>`num_nonnulls(lcp, inp, cls, fcp, ttfb, fid, seconds)`;

/** The sessions and times of all hits, in parentheses; hits that are measured together are one row. */
export const hitTimesQuery =
  "(select session_id, at from analytics_hit union all select session_id, at from analytics_measurement)";

export const hitTimes = sql.raw(hitTimesQuery);
