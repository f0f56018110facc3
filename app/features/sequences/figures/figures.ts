/* The figures of outreach. Safe in the browser. */

/** A booked call is attributed to sequence mails of this many days before it. */
export const attributionDays = 90;

/**
 * Figures of mails queued in a period. `sent`: accepted by a mail server; `bounced`: sent and refused later; `delivered`: sent and not bounced. Clicks are
 * counted only in mails to people who consented (`counted`): clicks of people once per mail, clicks of security
 * scanners all. Bookings are calls booked in the period and not canceled, attributed to the first and the last mail
 * before them.
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

/** Clicks are known only with consent; everything else always is. */
export const isKnown = (name: FigureName, figures: Figures): boolean =>
  (name !== "clicks" && name !== "scans") || figures.counted > 0 || figures[name] > 0;
