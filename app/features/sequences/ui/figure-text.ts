import type { FigureName, PeopleFigure } from "../figures/figures.ts";

/** Shown for click figures if no one consented to counted clicks. */
export const notCounted = "Not counted";

export const peopleOfFigure: Readonly<Record<FigureName, PeopleFigure | null>> = {
  sent: "sent",
  delivered: "delivered",
  bounced: "bounced",
  counted: null,
  clicks: "clicks",
  scans: null,
  replies: "replies",
  unsubscribes: "unsubscribes",
  complaints: "complaints",
  bookingsFirst: "bookingsFirst",
  bookingsLast: "bookingsLast",
};
