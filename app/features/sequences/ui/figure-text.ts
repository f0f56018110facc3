import { wholeUsd } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import type { FigureName, PeopleFigure } from "../figures/figures.ts";

/** Shown for click figures if no one consented to counted clicks. */
export const notCounted = "Not counted";

/** A figure as text; cents as whole dollars. */
export const figureText = (name: FigureName, value: number): string =>
  name.endsWith("Cents") ? wholeUsd(value / 100) : formatNumber(value);

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
