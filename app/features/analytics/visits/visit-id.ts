/** The id of a visit in URLs: its session and its start in milliseconds. Visits of a session are at least 30 minutes apart. */
export const visitId = (sessionId: number, startedAt: Date): string => `${sessionId}-${startedAt.getTime()}`;
