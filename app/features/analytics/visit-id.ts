/** The id of a visit in addresses: its session and its start in milliseconds. Visits of a session are 30 minutes apart. */
export const visitId = (sessionId: number, startedAt: Date): string => `${sessionId}-${startedAt.getTime()}`;
