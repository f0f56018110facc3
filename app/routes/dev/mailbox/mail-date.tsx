/** `2026-11-03T09:15:00.000Z` as 3 Nov 2026, 09:15:00 UTC. */
export function MailDate({ iso }: { iso: string }) {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
  return <time dateTime={iso}>{format.format(new Date(iso))} UTC</time>;
}
