/** Events or conversions: ids of terms, null for any. `kind`: from hit-kinds.ts. */
export type HitMatch = { kind: number; types: readonly number[] | null; names: readonly number[] | null };
