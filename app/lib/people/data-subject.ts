/**
 * The subject of personal data: a user, or an address that never had an account. The address is lower-case.
 * `until`: when the account moved away from this address; later records under it are another person's. Every query by the
 * address must apply it (`isBeforeMove`); queries by the user do not.
 */
export type DataSubject = { userId: string | null; email: string; until?: Date | null };

/** What a feature stores about a person: the kind of record, and its records as plain values. */
export type PersonalData = Record<string, readonly Record<string, unknown>[]>;
