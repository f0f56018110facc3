import { spelledCounts } from "#app/features/content/counts.ts";
import { faqSections } from "#app/features/content/pages/faq.ts";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { faqPage } from "#app/features/content/pages/structured-data.ts";
import { capitalized } from "#app/features/content/promises.ts";
import { claimsIn } from "#app/features/content/rich-text.ts";
import { getYours } from "#app/lib/firm.ts";
import { spelled } from "#app/lib/numbers.ts";
import type { PageHandle } from "#app/shell/page-handle.ts";
import { CodeWait } from "#app/shell/site/code-wait.tsx";
import { Notes } from "#app/shell/site/note-mark.tsx";
import { QuestionList } from "#app/shell/site/question-list.tsx";
import { claimNames } from "#app/shell/site/rich-text.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { BlueprintBand } from "#app/ui/blueprint-band.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { QuarterHour } from "#app/ui/drawings/arc.tsx";
import type { Route } from "./+types/faq";
import css from "./faq/faq.module.css";
import { SummaryDrawing } from "./faq/summary-drawing.tsx";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/faq", (site) => [
  faqPage(
    site,
    "/faq",
    faqSections.flatMap(({ questions }) => questions),
  ),
]);

export async function loader({ context }: Route.LoaderArgs) {
  return { target: await wizardTarget(context) };
}

const notes = claimNames(claimsIn(faqSections.flatMap(({ questions }) => questions.flatMap(({ answer }) => answer))));

export default function Faq({ loaderData: { target } }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      <header className={`wrap ${css.head}`}>
        <div className="g12">
          <h1 className={`hero-t ${css.title}`}>Questions firms ask, answered plainly.</h1>
          <p className={`lede ${css.lede}`}>
            {capitalized(spelledCounts.questions)} questions in {spelled(faqSections.length)} groups. The answers are
            short, cite their figures, and link to the details.
          </p>
        </div>
        <nav aria-label="Groups of questions">
          <ul className={`grid card ${css.cards}`}>
            {faqSections.map(({ id, title, summary, questions }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <SummaryDrawing of={id} />
                  <span className={`t3 ${css.cardTitle}`}>{title}</span>
                  <span className="small">{summary}</span>
                  <span className="note">{questions.length} questions</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {faqSections.map(({ id, title, summary, questions }, index) => (
        <section key={id} id={id} className={css.section} aria-labelledby={`${id}-title`}>
          <div className="wrap g12">
            <div className={css.side}>
              <p className="note">
                {index + 1} of {faqSections.length}
              </p>
              <h2 className="t1" id={`${id}-title`}>
                {title}
              </h2>
              <p className="prose">{summary}</p>
            </div>
            <div className={css.list}>
              <QuestionList name={id} questions={questions} notes={notes} />
            </div>
          </div>
        </section>
      ))}
      <BlueprintBand art={<QuarterHour />}>
        <h2 className="t1">One question left: what would it return for your firm?</h2>
        <p className="row">
          <ButtonLink variant="primary" href={target} forward>
            {getYours()}
          </ButtonLink>
          <ButtonLink href="/contact">Ask an architect</ButtonLink>
        </p>
        <CodeWait target={target} />
      </BlueprintBand>
      <Notes of={notes} />
    </div>
  );
}
