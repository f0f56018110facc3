import type { FigureName, PeopleFigure } from "../figures.ts";

/** A figure as text; cents as whole dollars. */
export const figureText = (name: FigureName, value: number): string =>
  name.endsWith("Cents") ? `$${Math.round(value / 100).toLocaleString("en-US")}` : value.toLocaleString("en-US");

/** The list of people that shows what a figure is made of. */
export const peopleOfFigure: Readonly<Record<FigureName, PeopleFigure>> = {
  sent: "sent",
  delivered: "sent",
  bounced: "bounced",
  clicks: "clicks",
  replies: "replies",
  unsubscribes: "unsubscribes",
  complaints: "complaints",
  bookingsFirst: "bookingsFirst",
  bookingsLast: "bookingsLast",
  valueFirstCents: "bookingsFirst",
  valueLastCents: "bookingsLast",
};
