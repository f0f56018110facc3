import { claimsIn } from "#app/features/content/rich-text.ts";
import type { FaqSection } from "#app/features/content/texts/faq-text.ts";
import type { ClaimName } from "#app/features/roi/wording/claims.ts";
import { QuestionList } from "#app/shell/site/question-list.tsx";
import { claimNames } from "#app/shell/site/rich-text.tsx";
import css from "./faq.module.css";

/** The claims of the answers, in the order of their footnote marks. */
export const faqNotes = (sections: readonly FaqSection[]): ClaimName[] =>
  claimNames(claimsIn(sections.flatMap(({ questions }) => questions.flatMap(({ answer }) => answer))));

/** The groups of the FAQ with their questions. */
export const FaqSections = ({ sections, notes }: { sections: readonly FaqSection[]; notes: readonly ClaimName[] }) =>
  sections.map(({ id, title, summary, questions }, index) => (
    <section key={id} id={id} className={css.section} aria-labelledby={`${id}-title`}>
      <div className="wrap g12">
        <div className={css.side}>
          <p className="note">
            {index + 1} of {sections.length}
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
  ));
