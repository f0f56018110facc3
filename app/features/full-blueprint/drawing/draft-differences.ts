import { shortened } from "#app/lib/words/cut.ts";
import type { Difference } from "#app/ui/lists/difference-table.tsx";
import type { FullBlueprintContent, Section, Task } from "../full-blueprint.ts";

const sectionLabels = { title: "title", body: "text", diagram: "diagram", automation: "drawing of the grid" } as const;
const absent = "Not in this version";
const maxShown = 1000;

/** Field by field, with both texts. Long texts are reduced to the differing lines. */
export function draftDifferences(here: FullBlueprintContent, there: FullBlueprintContent): Difference[] {
  const found: Difference[] = [];
  const compare = (what: string, mine: string, theirs: string) => {
    if (mine === theirs) return;
    const [one, other] = changedLines(mine, theirs);
    found.push({ what, here: one || "Empty", there: other || "Empty" });
  };
  const compareOrder = (what: string, mine: readonly Titled[], theirs: readonly Titled[]) => {
    const [one, other] = [sharedWith(theirs, mine), sharedWith(mine, theirs)];
    if (one.some(({ id }, index) => id !== other[index]?.id))
      found.push({ what, here: titlesOf(one), there: titlesOf(other) });
  };
  compare("Summary", here.summary, there.summary);
  eachPart(here.sections, there.sections, (mine, theirs, number) => {
    const name = `Section ${number}${nameOf(mine ?? theirs)}`;
    if (!mine || !theirs)
      return found.push({
        what: name,
        here: mine ? sectionText(mine) : absent,
        there: theirs ? sectionText(theirs) : absent,
      });
    for (const field of ["title", "body", "diagram", "automation"] as const)
      compare(`${name}: ${sectionLabels[field]}`, mine[field] ?? "", theirs[field] ?? "");
  });
  compareOrder("Order of the sections", here.sections, there.sections);
  eachPart(here.tasks, there.tasks, (mine, theirs, number) => {
    const name = `Task ${number}${nameOf(mine ?? theirs)}`;
    if (mine && theirs) compare(name, taskText(mine), taskText(theirs));
    else found.push({ what: name, here: mine ? taskText(mine) : absent, there: theirs ? taskText(theirs) : absent });
  });
  compareOrder("Order of the tasks", here.tasks, there.tasks);
  return found;
}

const nameOf = (part: { title: string } | undefined) => (part?.title ? `, “${part.title}”` : "");
const sectionText = ({ title, body }: Section) => excerpt([title, body].filter(Boolean).join("\n")) || "Empty";
const taskText = ({ title, owner, week }: Task) =>
  [title || "No title", owner, week && `week ${week}`].filter(Boolean).join(", ");

/** Pairs the parts of both lists by id: those of `here`, then those only in `there`. */
function eachPart<Part extends { id: string }>(
  here: readonly Part[],
  there: readonly Part[],
  visit: (mine: Part | undefined, theirs: Part | undefined, number: number) => void,
) {
  for (const [index, part] of here.entries())
    visit(
      part,
      there.find(({ id }) => id === part.id),
      index + 1,
    );
  for (const [index, part] of there.entries())
    if (!here.some(({ id }) => id === part.id)) visit(undefined, part, index + 1);
}

type Titled = { id: string; title: string };

const sharedWith = (other: readonly Titled[], list: readonly Titled[]) =>
  list.filter(({ id }) => other.some((part) => part.id === id));

const titlesOf = (parts: readonly Titled[]) => parts.map(({ title }) => title || "No title").join("\n");

/** Both texts without their common first and last lines. */
function changedLines(mine: string, theirs: string): [string, string] {
  const [one, other] = [mine.split("\n"), theirs.split("\n")];
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const middle = (lines: string[]) => {
    const shown = excerpt(lines.slice(start, lines.length - end).join("\n"));
    return shown && [start > 0 && "…", shown, end > 0 && "…"].filter(Boolean).join("\n");
  };
  return [middle(one), middle(other)];
}

const excerpt = (text: string) => shortened(text, maxShown);
