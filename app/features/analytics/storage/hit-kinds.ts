/** The stored numbers of hit kinds; they never change. A `session` payload is stored with its session. */
export const hitKinds = {
  page_view: 1,
  event: 2,
  performance: 3,
  page_metrics: 4,
  behavior: 5,
  conversion: 6,
} as const;
export type HitKind = keyof typeof hitKinds;

const names = new Map(Object.entries(hitKinds).map(([name, number]) => [number as number, name as HitKind]));

export const hitKindName = (number: number): HitKind => names.get(number) ?? "event";

/** The stored type of `revenue` that a page reports. Revenue is only what the server records (decision 0140). */
export const reportedRevenue = "reported_revenue";
