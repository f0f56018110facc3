import { Text, View } from "@react-pdf/renderer";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { buildTime } from "#app/features/content/promises.ts";
import type { Analysis, Flag, Way } from "#app/features/roi/analysis-shape.ts";
import { adviceOf, drawsText, isToBuild, ways } from "#app/features/roi/wording/advice.ts";
import {
  formatDecimal,
  formatEstimate,
  formatHours,
  formatMonths,
  formatReturn,
} from "#app/features/roi/wording/figures.ts";
import { flagLabels } from "#app/features/roi/wording/flag-labels.ts";
import { assumedSentence } from "#app/features/wizard/assumption-labels.ts";
import {
  PdfCells,
  PdfDrawingNumber,
  PdfFigure,
  PdfHead,
  PdfLink,
  PdfNotice,
  PdfSubhead,
} from "#app/ui/pdf/blocks.server.tsx";
import { type } from "#app/ui/pdf/ink.server.ts";
import { PdfTable } from "#app/ui/pdf/table.server.tsx";
import { comeBackSentence } from "../sheets/opportunity-labels.ts";
import { leadingWay, otherWay, wayFlow, wayLabels, wayRange, wayRows } from "../two-ways.ts";
import type { AnalysisPdfData } from "./analysis-pdf.ts";
import { PdfOdds } from "./drawings.server.tsx";

/** Flags that the advice already covers. */
const coveredByAdvice: ReadonlySet<Flag> = new Set(["no_hours", "nothing_in_scope"]);

export function SummarySheet({ pdf, company }: { pdf: AnalysisPdfData; company: string }) {
  const { result, paragraphs, writtenBy, siteUrl, hidden } = pdf;
  const advice = adviceOf(result);
  const flags = result.flags.filter((flag) => !coveredByAdvice.has(flag));
  const hasProject = result.implementationCost > 0;
  const shown = result.opportunities.filter(({ inScope }) => inScope || !hasProject).slice(0, 5);
  return (
    <View>
      <PdfHead
        title={`${company}: ${advice.title.charAt(0).toLowerCase()}${advice.title.slice(1)}`}
        lede={result.flags.includes("hours_assumed") ? `${advice.reason} With assumed hours.` : advice.reason}
      />
      {hasProject ? <ProjectFigures result={result} /> : <HourFigures result={result} />}
      <View style={{ marginTop: 18, gap: 6 }}>
        {paragraphs.map((paragraph) => (
          <Text key={paragraph} style={{ ...type.prose, fontSize: 9.6 }}>
            {paragraph}
          </Text>
        ))}
        <Text style={type.note}>
          {writtenBy
            ? `Written by a language model (${writtenBy}); every figure in it was checked against the analysis.`
            : "Written by fixed rules from these figures."}
        </Text>
      </View>
      {shown.length > 0 && (
        <>
          <PdfSubhead>{hasProject ? "What to build, in this order" : "The best candidates today"}</PdfSubhead>
          <PdfTable
            rows={shown}
            rowKey={({ id }) => id}
            columns={[
              {
                label: "",
                share: 8,
                cell: ({ id }) => (
                  <View style={{ flexDirection: "row" }}>
                    <PdfDrawingNumber>{id}</PdfDrawingNumber>
                  </View>
                ),
              },
              {
                label: "Automation",
                share: 38,
                strong: true,
                cell: ({ id }) => (
                  <Text style={type.strong}>
                    {hidden.includes(id) ? (
                      titleOf(id)
                    ) : (
                      <PdfLink href={`${siteUrl}/automation-grid/${id}`}>{titleOf(id)}</PdfLink>
                    )}
                  </Text>
                ),
              },
              { label: "Hours saved", share: 16, numeric: true, cell: (one) => formatHours(one.hoursSaved) },
              {
                label: "Yearly value",
                share: 18,
                numeric: true,
                cell: (one) => formatEstimate(one.annualValue),
              },
              {
                label: hasProject ? "Share of price" : "Price alone",
                share: 18,
                numeric: true,
                cell: (one) => formatEstimate(one.cost),
              },
            ]}
          />
        </>
      )}
      {hasProject && (
        <View wrap={false} style={{ marginTop: 14, gap: 10 }}>
          {ways.map((way) => (
            <View key={way} wrap={false} style={{ gap: 4 }}>
              <PdfOdds share={wayRange(result, way).probPositiveY1} />
              <Text style={type.small}>
                {wayLabels[way]}: {drawsText(wayRange(result, way).probPositiveY1)} end the first year above zero.
              </Text>
            </View>
          ))}
          <TwoWays result={result} advised={isToBuild(advice.kind) ? advice.kind : null} />
        </View>
      )}
      {pdf.assumed.length > 0 && (
        <View style={{ marginTop: 12 }}>
          <PdfNotice title="From a quick start">{assumedSentence(pdf.assumed)}</PdfNotice>
        </View>
      )}
      {flags.length > 0 && (
        <View style={{ marginTop: 12, gap: 5 }}>
          {flags.map((flag) => (
            <PdfNotice key={flag}>{flagLabels(flag).sentence}</PdfNotice>
          ))}
        </View>
      )}
      <View wrap={false} style={{ marginTop: 14 }}>
        <Text style={type.body}>
          {hasProject ? (
            <>
              Next: <PdfLink href={`${siteUrl}/contact`}>go through it with an architect</PdfLink>, free.
            </>
          ) : (
            <>
              Next: take the <PdfLink href={`${siteUrl}/downloads`}>free starter kit</PdfLink>, or{" "}
              <PdfLink href={`${siteUrl}/newsletter`}>subscribe to the newsletter</PdfLink>. Nothing is in scope today,
              so there is nothing to buy. When to come back: {comeBackSentence(result.plan.later[0])}
            </>
          )}{" "}
          The main numbers can be changed on the page of this analysis.
        </Text>
      </View>
    </View>
  );
}

function TwoWays({ result, advised }: { result: Analysis; advised: Way | null }) {
  return (
    <PdfTable
      rows={wayRows(result)}
      rowKey={({ name }) => name}
      columns={[
        { label: "The two ways, side by side", share: 40, strong: true, cell: ({ name }) => name },
        ...ways.map((way) => ({
          label: way === advised ? `${wayLabels[way]}, recommended` : wayLabels[way],
          share: 30,
          numeric: true,
          strong: way === advised,
          cell: ({ figures }: ReturnType<typeof wayRows>[number]) => figures[way],
        })),
      ]}
    />
  );
}

function ProjectFigures({ result }: { result: Analysis }) {
  const { flags, range } = result;
  const way = leadingWay(result);
  const [flow, other] = [wayFlow(result, way), wayFlow(result, otherWay(way))];
  const otherName = way === "project" ? "with the retainer" : "without the retainer";
  const [low, , high] = range.hoursPerWeek;
  const [valueLow, , valueHigh] = range.annualValue;
  return (
    <PdfCells>
      {[
        <PdfFigure
          key="hours"
          name="Hours saved"
          value={formatDecimal(result.hoursSavedPerWeek)}
          unit="a week"
          {...(low !== null && high !== null && { note: `${formatDecimal(low)} to ${formatDecimal(high)}` })}
        />,
        <PdfFigure
          key="value"
          name="Annual value"
          value={formatEstimate(result.annualValue)}
          {...(valueLow !== null &&
            valueHigh !== null && { note: `${formatEstimate(valueLow)} to ${formatEstimate(valueHigh)}` })}
        />,
        <PdfFigure
          key="price"
          name="Estimated price"
          value={formatEstimate(result.implementationCost)}
          note={buildTime(result.buildMonths)}
        />,
        <PdfFigure
          key="payback"
          name={`Payback, ${wayLabels[way].toLowerCase()}`}
          value={formatMonths(flow.payback)}
          note={`${formatMonths(other.payback)} ${otherName}`}
        />,
        <PdfFigure
          key="return"
          name="First-year return"
          value={formatReturn(flow.roiY1, way, flags)}
          note={`${formatReturn(other.roiY1, otherWay(way), flags)} ${otherName}`}
        />,
      ]}
    </PdfCells>
  );
}

function HourFigures({ result }: { result: Analysis }) {
  const [best] = result.opportunities;
  const [later] = result.plan.later;
  return (
    <PdfCells>
      {[
        <PdfFigure key="hours" name="Done by hand" value={formatDecimal(result.manualHoursPerWeek)} unit="h a week" />,
        ...(best
          ? [
              <PdfFigure
                key="best"
                name="Best candidate"
                value={best.id}
                note={findAutomation(best.id)?.title ?? ""}
              />,
              <PdfFigure
                key="value"
                name="Its yearly value"
                value={formatEstimate(best.annualValue)}
                {...(later && { note: `in scope from ${formatEstimate(later.valueNeeded)}` })}
              />,
              <PdfFigure key="price" name="Its price alone" value={formatEstimate(best.cost)} />,
            ]
          : []),
      ]}
    </PdfCells>
  );
}

const titleOf = (id: string): string => findAutomation(id)?.title ?? id;
