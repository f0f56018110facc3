/* Figures of outreach. Safe in the browser. */

/** A booked call is attributed to the mails of sequences in so many days before it. */
export const attributionDays = 90;

/**
 * The figures of mails that were queued in a period. `sent` are those that a mail server took; `delivered` are sent mails that
 * did not bounce. Clicks are counted only in mails to people who agreed (`counted`): those of people, each mail once, and all of
 * security scanners. Bookings are calls booked in the period and not
 * canceled, by the first and by the last mail before them; the value is the yearly value of their prospects.
 */
export const figureLabels = {
  sent: "Sent",
  delivered: "Delivered",
  bounced: "Bounced",
  counted: "Emails with counted clicks",
  clicks: "Clicks by people",
  scans: "Clicks by scanners",
  replies: "Replies",
  unsubscribes: "Unsubscribed",
  complaints: "Complaints",
  bookingsFirst: "Bookings (first touch)",
  bookingsLast: "Bookings (last touch)",
  valueFirstCents: "Value (first touch)",
  valueLastCents: "Value (last touch)",
} as const;
export type FigureName = keyof typeof figureLabels;
export const figureNames = Object.keys(figureLabels) as [FigureName, ...FigureName[]];
export type Figures = Record<FigureName, number>;

export const noFigures: Figures = Object.fromEntries(figureNames.map((name) => [name, 0])) as Figures;

export const peopleFigures = [
  "sent",
  "delivered",
  "bounced",
  "clicks",
  "replies",
  "unsubscribes",
  "complaints",
  "bookingsFirst",
  "bookingsLast",
] as const;
export type PeopleFigure = (typeof peopleFigures)[number];

export const addFigures = (all: readonly Figures[]): Figures =>
  Object.fromEntries(figureNames.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)])) as Figures;

/** Clicks are known only where someone agreed; everything else always is. */
export const isKnown = (name: FigureName, figures: Figures): boolean =>
  (name !== "clicks" && name !== "scans") || figures.counted > 0 || figures[name] > 0;
