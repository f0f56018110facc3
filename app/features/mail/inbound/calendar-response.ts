/* Answers to invitations (iTIP, RFC 5546): a calendar program writes them when a person presses a button. */

export type CalendarAnswer = "accepted" | "declined" | "tentative" | "counter";
export type CalendarResponse = {
  answer: CalendarAnswer;
  /** The person added words of their own. */
  hasComment: boolean;
};

const maxCalendar = 65_536;

/** Returns the response in the calendars of a mail; null if none of them is one. Only their properties are read. */
export function calendarResponseIn(calendars: readonly string[]): CalendarResponse | null {
  for (const calendar of calendars) {
    const text = calendar.slice(0, maxCalendar).replace(/\r?\n[ \t]/g, "");
    const method = /^METHOD:(REPLY|COUNTER)\s*$/im.exec(text)?.[1]?.toUpperCase();
    if (!method) continue;
    const state = /^ATTENDEE[^\n]{0,1000}?;PARTSTAT="?(ACCEPTED|DECLINED|TENTATIVE)/im.exec(text)?.[1]?.toLowerCase();
    const comment = /^COMMENT(?:;[^:\n]*)?:(.*)$/im.exec(text)?.[1] ?? "";
    return {
      answer: method === "COUNTER" ? "counter" : ((state as CalendarAnswer | undefined) ?? "accepted"),
      hasComment: /[\p{L}\p{N}]/u.test(comment.replace(/\\[nN]/g, " ")),
    };
  }
  return null;
}
