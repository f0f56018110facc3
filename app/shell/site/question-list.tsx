import type { Question } from "#app/features/content/pages/question.ts";
import type { ClaimName } from "#app/features/roi/wording/claims.ts";
import { Accordion } from "#app/ui/sections/accordion.tsx";
import { RichBlocks, RichText } from "./rich-text.tsx";

/** Questions as an accordion: one open at a time, each with its own anchor. */
export function QuestionList({
  name,
  questions,
  notes,
}: {
  name: string;
  questions: readonly Question[];
  notes: readonly ClaimName[];
}) {
  return (
    <Accordion
      name={name}
      items={questions.map(({ id, question, answer }) => ({
        id,
        title: question,
        body: <RichBlocks blocks={answer} words={(text) => <RichText text={text} notes={notes} />} />,
      }))}
    />
  );
}
