/** Returns the add-event URLs of the two large calendar services for a call. Plain links: nothing is loaded from there. */
export function calendarLinks(call: { title: string; text: string; place: string; start: Date; end: Date }) {
  const google = new URLSearchParams({
    action: "TEMPLATE",
    text: call.title,
    dates: `${compact(call.start)}/${compact(call.end)}`,
    details: call.text,
    location: call.place,
  });
  const outlook = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: call.title,
    startdt: call.start.toISOString(),
    enddt: call.end.toISOString(),
    body: call.text,
    location: call.place,
  });
  return {
    google: `https://calendar.google.com/calendar/render?${percentEncoded(google)}`,
    outlook: `https://outlook.office.com/calendar/0/deeplink/compose?${percentEncoded(outlook)}`,
  };
}

/** Outlook shows a plus sign as it is; a literal one is already encoded. */
const percentEncoded = (query: URLSearchParams) => query.toString().replaceAll("+", "%20");

/** `20261124T130000Z` */
const compact = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, "");
