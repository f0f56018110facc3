import { priceQuestions } from "#app/features/content/pricing.ts";
import { promised } from "#app/features/content/promises.ts";
import type { ClaimName } from "#app/features/roi/wording/claims.ts";
import { QuestionList } from "#app/shell/site/question-list.tsx";
import css from "./questions.module.css";

export function PriceQuestions({ contactEmail, notes }: { contactEmail: string; notes: readonly ClaimName[] }) {
  return (
    <section className="sec" aria-labelledby="price-questions">
      <div className="wrap g12">
        <div className={css.head}>
          <h2 className="t1" id="price-questions">
            Questions about price
          </h2>
          <p className="top-125 prose">
            Not answered here? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>. A person answers{" "}
            {promised.answer}.
          </p>
        </div>
        <div className={css.list}>
          <QuestionList name="price-questions" questions={priceQuestions} notes={notes} />
        </div>
      </div>
    </section>
  );
}
