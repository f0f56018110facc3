/** Whose data is meant: somebody with an account, or an address that never had one. The address is lower-case. */
export type DataSubject = { userId: string | null; email: string };

/** What a room holds about a person: the kind of record, and its records as plain values. */
export type PersonalData = Record<string, readonly Record<string, unknown>[]>;
