import type { FigureName, Figures, PeopleFigure } from "../figures.ts";

/** What a figure of clicks shows where no one agreed to counted clicks. */
export const notCounted = "Not counted";

/** Clicks are known only where someone agreed; everything else always is. */
export const isKnown = (name: FigureName, figures: Figures): boolean =>
  (name !== "clicks" && name !== "scans") || figures.counted > 0 || figures[name] > 0;

/** A figure as text; cents as whole dollars. */
export const figureText = (name: FigureName, value: number): string =>
  name.endsWith("Cents") ? `$${Math.round(value / 100).toLocaleString("en-US")}` : value.toLocaleString("en-US");

/** The list of people that shows what a figure is made of, if there is one. */
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
  valueFirstCents: "bookingsFirst",
  valueLastCents: "bookingsLast",
};
