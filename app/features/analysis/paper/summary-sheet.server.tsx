import { Text, View } from "@react-pdf/renderer";
import { findAutomation } from "#app/features/content/automations.ts";
import type { Analysis, Flag } from "#app/features/roi/analysis-shape.ts";
import { formatHours, formatMonths, formatReturn, formatUsd } from "#app/features/roi/figures.ts";
import { flagWords, recommendationWords } from "#app/features/roi/flag-words.ts";
import { assumedSentence } from "#app/features/wizard/assumption-words.ts";
import {
  PaperCells,
  PaperDrawingNumber,
  PaperFigure,
  PaperHead,
  PaperLink,
  PaperNotice,
  PaperSubhead,
} from "#app/ui/paper/blocks.server.tsx";
import { type } from "#app/ui/paper/ink.server.ts";
import { PaperTable } from "#app/ui/paper/table.server.tsx";
import { oneDecimal } from "../exact-figures.ts";
import { oddsWords } from "../odds-words.ts";
import type { AnalysisPaper } from "./analysis-paper.ts";
import { PaperOdds } from "./drawings.server.tsx";

/** The recommendation's own sentence is about these. */
const saidAlready: ReadonlySet<Flag> = new Set(["no_hours", "nothing_in_scope"]);

/** The one page to pass on: the recommendation, five figures, what to build, how sure it is, and what to do next. */
export function SummarySheet({ paper, company }: { paper: AnalysisPaper; company: string }) {
  const { result, paragraphs, writtenBy, siteUrl } = paper;
  const words = recommendationWords(result);
  const odds = oddsWords(result.range.probPositiveY1);
  const flags = result.flags.filter((flag) => !saidAlready.has(flag));
  const hasProject = result.implementationCost > 0;
  const shown = result.opportunities.filter(({ inScope }) => inScope || !hasProject).slice(0, 5);
  return (
    <View>
      <PaperHead
        title={`${company}: ${words.title.charAt(0).toLowerCase()}${words.title.slice(1)}`}
        lede={words.sentence}
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
            : "Written from these figures by fixed rules; no language model took part."}
        </Text>
      </View>
      {shown.length > 0 && (
        <>
          <PaperSubhead>{hasProject ? "What to build, in this order" : "The best candidates today"}</PaperSubhead>
          <PaperTable
            rows={shown}
            rowKey={({ id }) => id}
            columns={[
              {
                label: "",
                share: 8,
                cell: ({ id }) => (
                  <View style={{ flexDirection: "row" }}>
                    <PaperDrawingNumber>{id}</PaperDrawingNumber>
                  </View>
                ),
              },
              {
                label: "Automation",
                share: 38,
                strong: true,
                cell: ({ id }) => (
                  <Text style={type.strong}>
                    <PaperLink href={`${siteUrl}/automation-grid/${id}`}>{findAutomation(id)?.title ?? id}</PaperLink>
                  </Text>
                ),
              },
              { label: "Hours back", share: 16, numeric: true, cell: (one) => formatHours(one.hoursSaved) },
              {
                label: "Value a year",
                share: 18,
                numeric: true,
                cell: (one) => formatUsd(Math.round(one.annualValue)),
              },
              {
                label: hasProject ? "Share of price" : "Price alone",
                share: 18,
                numeric: true,
                cell: (one) => formatUsd(Math.round(one.cost)),
              },
            ]}
          />
        </>
      )}
      {hasProject && (
        <View wrap={false} style={{ marginTop: 14, gap: 5 }}>
          <PaperOdds share={result.range.probPositiveY1} />
          <Text style={type.small}>
            {odds.above} of 10,000 draws end the first year above zero, the retainer included; {odds.below} below.
          </Text>
        </View>
      )}
      {paper.assumed.length > 0 && (
        <View style={{ marginTop: 12 }}>
          <PaperNotice title="From a quick start">{assumedSentence(paper.assumed)}</PaperNotice>
        </View>
      )}
      {flags.length > 0 && (
        <View style={{ marginTop: 12, gap: 5 }}>
          {flags.map((flag) => (
            <PaperNotice key={flag}>{flagWords(flag).sentence}</PaperNotice>
          ))}
        </View>
      )}
      <View wrap={false} style={{ marginTop: 14 }}>
        <Text style={type.body}>
          Next: <PaperLink href={`${siteUrl}/contact`}>go through it with an architect</PaperLink>, 45 minutes, free
          {words.kind === "not-worth-it-yet" && (
            <>
              , or take the <PaperLink href={`${siteUrl}/downloads`}>free starter kit</PaperLink>
            </>
          )}
          . Every number can be turned on the page of this analysis.
        </Text>
      </View>
    </View>
  );
}

function ProjectFigures({ result }: { result: Analysis }) {
  const { base, flags, projectOnly, range } = result;
  const [low, , high] = range.hoursPerWeek;
  const [valueLow, , valueHigh] = range.annualValue;
  return (
    <PaperCells>
      {[
        <PaperFigure
          key="hours"
          name="Hours returned"
          value={oneDecimal(result.hoursSavedPerWeek)}
          unit="a week"
          {...(low !== null && high !== null && { note: `${oneDecimal(low)} to ${oneDecimal(high)}` })}
        />,
        <PaperFigure
          key="value"
          name="Annual value"
          value={formatUsd(result.annualValue)}
          {...(valueLow !== null &&
            valueHigh !== null && { note: `${formatUsd(valueLow)} to ${formatUsd(valueHigh)}` })}
        />,
        <PaperFigure
          key="price"
          name="Fixed price"
          value={formatUsd(result.implementationCost)}
          note={`${result.buildMonths} ${result.buildMonths === 1 ? "month" : "months"} to build`}
        />,
        <PaperFigure
          key="payback"
          name="Payback, months"
          value={base.payback === null ? "over 36" : oneDecimal(base.payback)}
          note={`${formatMonths(projectOnly.payback)} without the retainer`}
        />,
        <PaperFigure
          key="return"
          name="First-year return"
          value={formatReturn(base.roiY1, flags)}
          note={flags.includes("show_as_over_10x") ? "" : `${formatReturn(projectOnly.roiY1, flags)} without`}
        />,
      ]}
    </PaperCells>
  );
}

function HourFigures({ result }: { result: Analysis }) {
  const [best] = result.opportunities;
  const [later] = result.plan.later;
  return (
    <PaperCells>
      {[
        <PaperFigure key="hours" name="Done by hand" value={oneDecimal(result.manualHoursPerWeek)} unit="h a week" />,
        ...(best
          ? [
              <PaperFigure
                key="best"
                name="Best candidate"
                value={best.id}
                note={findAutomation(best.id)?.title ?? ""}
              />,
              <PaperFigure
                key="value"
                name="Its value a year"
                value={formatUsd(Math.round(best.annualValue))}
                {...(later && { note: `in scope from ${formatUsd(later.valueNeeded)}` })}
              />,
              <PaperFigure key="price" name="Its price alone" value={formatUsd(Math.round(best.cost))} />,
            ]
          : []),
      ]}
    </PaperCells>
  );
}
