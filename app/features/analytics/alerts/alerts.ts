import { z } from "zod";
import { formatUsd } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { text } from "#app/lib/text.ts";
import { percent } from "../reports/figures/metrics.ts";
import type { UsualRange } from "./usual-range.ts";

const figures = z.array(text({ max: 200 })).max(2000);
/** `from`: the figures that were chosen when the form was opened. */
export const AlertsInput = z.object({ figures, from: figures });

/** A figure outside its usual range. `funnel`: of a step, with the week in which its visitors started. */
export type Finding = {
  key: string;
  label: string;
  form: "count" | "dollars" | "rate";
  value: number;
  usual: UsualRange;
  funnel: { name: string; period: { from: string; to: string } } | null;
};

const texts = { count: formatNumber, dollars: formatUsd, rate: percent } as const;

/** `findingText(…) === "12, usually 30 to 75"` */
export const findingText = ({ form, value, usual }: Finding): string =>
  `${texts[form](value)}, usually ${texts[form](usual.low)} to ${texts[form](usual.high)}`;
