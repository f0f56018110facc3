import type { Question } from "../pages/question.ts";
import { partsOf, readBlocks, readPlain, type TextReader } from "./text-reader.ts";

export type FaqSection = {
  /** Its anchor, linked from the summary card. */
  id: string;
  title: string;
  /** On the summary card: the topics of the section. */
  summary: string;
  questions: readonly Question[];
};

const maxSections = 6;
const maxQuestions = 60;

/** Groups (`##`) with one paragraph each, and below them questions (`###`) with their answers. */
export function readFaq(text: string, plain: TextReader): FaqSection[] {
  const reader: TextReader = { ...plain, hasFootnotes: true };
  const sections: (FaqSection & { questions: Question[] })[] = [];
  for (const { level, title, id, body } of partsOf(text, reader)) {
    const section = sections.at(-1);
    if (level === 2)
      sections.push({ id, title, summary: readPlain(body, reader, `The summary of “${title}”`), questions: [] });
    else if (level === 3 && section) {
      if (!body) reader.problems.add(`“${title}” has no answer.`);
      section.questions.push({ id, question: title, answer: readBlocks(body, reader) });
    } else if (level === 3) reader.problems.add(`“${title}” is not in a group: write a heading with ## above it.`);
    else if (level === 1) reader.problems.add(`“# ${title}” is not possible: the page has its own title. Use ##.`);
    else if (body) reader.problems.add("The text begins with a group: a heading with ##.");
  }
  for (const { title, questions } of sections)
    if (questions.length === 0) reader.problems.add(`“${title}” has no question: write a heading with ### below it.`);
  if (sections.length === 0) reader.problems.add("There is no group: write a heading with ## and questions with ###.");
  if (sections.length > maxSections) reader.problems.add(`There are more than ${maxSections} groups.`);
  if (sections.flatMap(({ questions }) => questions).length > maxQuestions)
    reader.problems.add(`There are more than ${maxQuestions} questions.`);
  return sections;
}
