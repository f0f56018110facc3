import { categoryLabel } from "#app/features/content/tools/tool-labels.ts";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import { type ProcessField, processLabels } from "#app/features/wizard/answers/process-text.ts";
import type { ColleagueView } from "#app/features/wizard/colleagues/answers.server.ts";
import { choiceText } from "#app/features/wizard/drafts/draft-difference.ts";
import { formatUsd } from "#app/lib/money.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice, type NoticeKind } from "#app/ui/feedback/notice.tsx";
import { type Difference, DifferenceTable } from "#app/ui/lists/difference-table.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "./help-page.module.css";
import { ProcessAnswersForm } from "./process-answers-form.tsx";
import { StackAnswersForm } from "./stack-answers-form.tsx";

/** Notices after a save; see routes/forms/colleague-forms.server.ts. */
export const helpNotices: Readonly<Record<string, { kind: NoticeKind; title: string; text: string }>> = {
  saved: {
    kind: "positive",
    title: "Saved",
    text: "Thank you. You can close this page, or change your answers until the link ends.",
  },
  partly: { kind: "caution", title: "Saved, except for what is marked below", text: "Check it and save again." },
  "too-many-tools": {
    kind: "critical",
    title: "Not saved",
    text: `An analysis takes at most ${bounds.tools.max} tools. Remove some and save again.`,
  },
  "too-many": {
    kind: "critical",
    title: "Not saved",
    text: "Too many attempts. Go back, and save again in a few minutes.",
  },
  unreadable: { kind: "critical", title: "Not saved", text: "The form could not be read. Please fill it in again." },
  "not-saved": { kind: "critical", title: "Not saved", text: "Please try again." },
};

/** The page of a link: one process or the tool stack. Its forms work without scripts. */
export function HelpPage({ view, token, notice }: { view: ColleagueView; token: string; notice: string | null }) {
  const dates = useFirmDates();
  const said = notice === null ? undefined : helpNotices[notice];
  const action = `/blueprint/help/${token}`;
  const company = view.companyName || "The company";
  return (
    <main id="main" className={`wrap grid gap-200 ${css.page}`}>
      <div className="grid gap-100">
        <h1 className="t1">{view.part === "process" ? "Help describe a process" : "Help list the tools"}</h1>
        <p className="lede">
          {view.name}, {company} is preparing an automation analysis and asks you{" "}
          {view.part === "process" ? "about this process" : "which tools the team pays for"}. You need no account. This
          link works until {dates.day(view.expiresAt)}.
        </p>
      </div>
      {said && (
        <Notice kind={said.kind} title={said.title} live>
          <p>{said.text}</p>
        </Notice>
      )}
      {view.disputes.length > 0 && <Question view={view} action={action} />}
      {view.part === "process" ? (
        <ProcessAnswersForm key={JSON.stringify(view.typed)} view={view} action={action} />
      ) : (
        <StackAnswersForm key={JSON.stringify(view.typed)} view={view} action={action} />
      )}
    </main>
  );
}

function Question({ view, action }: { view: ColleagueView; action: string }) {
  const seen =
    view.part === "process"
      ? view.disputes.map(({ field, there }) => [field, there])
      : view.disputes.map(({ key, there }) => [key, there]);
  return (
    <Notice kind="caution" title="These values were changed in the draft while you were here">
      <p>Everything else you entered is saved. Which of these values do you want to keep?</p>
      <DifferenceTable differences={differencesOf(view)} here="You" there="Draft" />
      <form method="post" action={action} className="row top-100">
        <input type="hidden" name="part" value="settle" />
        <input type="hidden" name="seen" value={JSON.stringify(Object.fromEntries(seen))} />
        <Button type="submit" size={40} name="keep" value="mine">
          Use mine
        </Button>
        <Button type="submit" size={40} name="keep" value="theirs">
          Keep the draft’s
        </Button>
      </form>
    </Notice>
  );
}

function differencesOf(view: ColleagueView): Difference[] {
  if (view.part === "process")
    return view.disputes.map(({ field, here, there }) => ({
      what: processLabels[field as ProcessField],
      here: choiceText(field, here),
      there: choiceText(field, there),
    }));
  return view.disputes.map(({ name, field, here, there }) => {
    const words = toolAnswerLabels[field];
    return { what: words.what ? `${name}: ${words.what}` : name, here: words.text(here), there: words.text(there) };
  });
}

const toolAnswerLabels = {
  cost: {
    what: "",
    text: (cost: string | null) =>
      cost === null ? "not in the list" : cost === "" ? "no cost" : `${formatUsd(Number(cost))} a month`,
  },
  category: {
    what: "Category",
    text: (category: string | null) => (category ? categoryLabel(category) : "one of its own"),
  },
  overlaps: { what: "Not an overlap", text: (mark: string | null) => (mark === "no" ? "yes" : "no") },
} as const;
