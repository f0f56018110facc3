import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { faqPage } from "#app/features/content/pages/structured-data.ts";
import { capitalized } from "#app/features/content/promises.ts";
import type { FaqSection } from "#app/features/content/texts/faq-text.ts";
import { siteText } from "#app/features/content/texts/site-texts.server.ts";
import { counted, spelled } from "#app/lib/numbers.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { MainAction } from "#app/shell/site/main-action.tsx";
import { Notes } from "#app/shell/site/note-mark.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { QuarterHour } from "#app/ui/drawings/arc.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import type { Route } from "./+types/faq";
import css from "./faq.module.css";
import { FaqSections, faqNotes } from "./faq-sections.tsx";
import { SummaryDrawing } from "./summary-drawing.tsx";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/faq", (site, data?: { sections: readonly FaqSection[] }) => [
  faqPage(site, "/faq", data?.sections.flatMap(({ questions }) => questions) ?? []),
]);

export async function loader({ context }: Route.LoaderArgs) {
  return { target: await wizardTarget(context), sections: siteText("faq") };
}

export default function Faq({ loaderData: { target, sections } }: Route.ComponentProps) {
  const notes = faqNotes(sections);
  const count = sections.flatMap(({ questions }) => questions).length;
  return (
    <div className={css.page}>
      <header className={`wrap ${css.head}`}>
        <div className="g12">
          <h1 className={`hero-t ${css.title}`}>Questions firms ask, answered plainly.</h1>
          <p className={`lede ${css.lede}`}>
            {capitalized(spelled(count))} {count === 1 ? "question" : "questions"} in {spelled(sections.length)}{" "}
            {sections.length === 1 ? "group" : "groups"}. The answers are short, cite their figures, and link to the
            details.
          </p>
        </div>
        <nav aria-label="Groups of questions">
          <ul className={`grid card ${css.cards}`}>
            {sections.map(({ id, title, summary, questions }, index) => (
              <li key={id}>
                <a className="grid gap-60" href={`#${id}`}>
                  <SummaryDrawing of={id} place={index} />
                  <span className={`t3 ${css.cardTitle}`}>{title}</span>
                  <span className="small">{summary}</span>
                  <span className="note">{counted(questions.length, "question")}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <FaqSections sections={sections} notes={notes} />
      <BlueprintBand art={<QuarterHour />}>
        <h2 className="t1">One question left: what would it return for your firm?</h2>
        <MainAction target={target}>
          <ButtonLink href="/contact">Ask an architect</ButtonLink>
        </MainAction>
      </BlueprintBand>
      {notes.length > 0 && <Notes of={notes} />}
    </div>
  );
}
