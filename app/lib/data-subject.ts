/** The subject of personal data: a user, or an address that never had an account. The address is lower-case. */
export type DataSubject = { userId: string | null; email: string };

/** What a feature stores about a person: the kind of record, and its records as plain values. */
export type PersonalData = Record<string, readonly Record<string, unknown>[]>;
