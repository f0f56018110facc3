import { percent } from "#app/features/analytics/reports/figures/metrics.ts";
import {
  type Rating,
  ratingOf,
  ratings,
  shownValue,
  type Vital,
  vitalLimits,
} from "#app/features/analytics/reports/vitals/vital-limits.ts";
import type { VitalEffect, VitalValues } from "#app/features/analytics/reports/vitals/vitals.server.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import css from "./vital-figures.module.css";

export const vitalLabels: Readonly<Record<Vital, { short: string; label: string; definition: string }>> = {
  lcp: { short: "LCP", label: "Largest content", definition: "Until the largest part of the page is visible." },
  inp: { short: "INP", label: "Response", definition: "From the slowest interaction to the next frame." },
  cls: { short: "CLS", label: "Layout shift", definition: "How much the page moves without an interaction. No unit." },
  fcp: { short: "FCP", label: "First content", definition: "Until the first text or picture is visible." },
  ttfb: { short: "TTFB", label: "Server", definition: "Until the first byte of the page arrives." },
  fid: { short: "FID", label: "First input", definition: "Delay of the first interaction." },
};

/** `vitalText("lcp", 2345) === "2.35 s"`, `vitalText("cls", 0.1) === "0.1"` */
export function vitalText(vital: Vital, value: number): string {
  const shown = shownValue(vital, value);
  if (vital === "cls") return formatNumber(shown);
  return shown < 1000 ? `${shown} ms` : `${formatNumber(shown / 1000)} s`;
}

export const ratingLabels: Readonly<Record<Rating, string>> = { good: "Good", fair: "Needs work", poor: "Poor" };

const badges = {
  good: { kind: "positive", icon: "check" },
  fair: { kind: "caution", icon: "clock" },
  poor: { kind: "critical", icon: "warning" },
} as const;
const RatingBadge = ({ rating }: { rating: Rating }) => <Badge {...badges[rating]}>{ratingLabels[rating]}</Badge>;

export function VitalScales({ values, names }: { values: VitalValues; names: readonly Vital[] }) {
  return (
    <dl className={css.scales}>
      {names.map((vital) => {
        const value = values[vital];
        const { short, label, definition } = vitalLabels[vital];
        return (
          <div key={vital} className={`grid baseline ${css.scale}`}>
            <dt title={definition}>
              <b>{short}</b> <span className="muted smaller">{label}</span>
            </dt>
            <dd className={`cluster middle weight-560 ${css.value}`}>
              {value === null ? (
                <span className="muted weight-400">Not measured</span>
              ) : (
                <>
                  <span className="num">{vitalText(vital, value)}</span>
                  <RatingBadge rating={ratingOf(vital, value)} />
                </>
              )}
            </dd>
            <dd className={`whole ${css.ruler}`} aria-hidden="true">
              <Ruler vital={vital} value={value} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Good, fair and poor take a third each; the mark is placed proportionally within its third. */
function Ruler({ vital, value }: { vital: Vital; value: number | null }) {
  const { good, fair } = vitalLimits[vital];
  const at =
    value === null
      ? null
      : value <= good
        ? value / good
        : value <= fair
          ? 1 + (value - good) / (fair - good)
          : 2 + Math.min((value - fair) / fair, 1);
  return (
    <svg viewBox="0 0 300 12" preserveAspectRatio="none" aria-hidden="true">
      <path className={css.good} d="M0 6H99" />
      <path className={css.fair} d="M101 6H199" />
      <path className={css.poor} d="M201 6H300" />
      {at !== null && <rect className={css.mark} x={Math.min(at * 100, 297) - 1} y={0} width={4} height={12} />}
    </svg>
  );
}

export function EffectText({ vital, effect }: { vital: Vital; effect: readonly VitalEffect[] }) {
  const measured = effect.filter(({ visits }) => visits > 0);
  if (measured.length === 0) return null;
  return (
    <p className={`soft smaller ${css.effect}`}>
      Visits with a conversion, by their slowest {vitalLabels[vital].short}:{" "}
      {measured.map(({ rating, visits, conversions }, index) => (
        <span key={rating}>
          {index > 0 && ", "}
          {ratingLabels[rating].toLowerCase()} <b className="num">{percent(conversions / visits)}</b>{" "}
          <span className="muted weight-400">of {formatNumber(visits)}</span>
        </span>
      ))}
      .
    </p>
  );
}

type Effect = { vital: Vital; effect: readonly VitalEffect[] };

export function EffectTable({ effects }: { effects: readonly Effect[] }) {
  const measured = effects.filter(({ effect }) => effect.some(({ visits }) => visits > 0));
  if (measured.length === 0)
    return <p className={`muted smaller ${css.unmeasured}`}>No visits with a measured speed in this period.</p>;
  const columns: Column<Effect>[] = [
    {
      label: "Metric",
      heads: true,
      cell: ({ vital }) => (
        <>
          {vitalLabels[vital].short} <span className="muted weight-400">{vitalLabels[vital].label}</span>
        </>
      ),
    },
    ...ratings.map((rating) => ({
      key: rating,
      label: ratingLabels[rating],
      numeric: true,
      cell: ({ effect }: Effect) => <EffectCell effect={effect.find((one) => one.rating === rating)} />,
    })),
  ];
  return (
    <div className={css.table}>
      <p className="muted smaller">Share of visits with a conversion, by the worst value in the visit.</p>
      <Table caption="Speed and conversion" quiet columns={columns} rows={measured} rowKey={({ vital }) => vital} />
    </div>
  );
}

function EffectCell({ effect }: { effect: VitalEffect | undefined }) {
  if (!effect || effect.visits === 0) return "–";
  return (
    <>
      <b>{percent(effect.conversions / effect.visits)}</b>
      <span className="muted block size-81">of {formatNumber(effect.visits)}</span>
    </>
  );
}
