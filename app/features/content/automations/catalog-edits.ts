/* Changes of the catalog's text that the list above its editor makes. What is written below a heading stays with it. */

const hiddenLine = /^- Hidden: yes[ \t]*$\n?/m;

/** The text before the first heading, and one block per automation. */
const blocksOf = (text: string): string[] =>
  text
    .replaceAll("\r\n", "\n")
    .split(/^(?=##[ \t])/m)
    .map((block) => block.trim())
    .filter(Boolean);

const textOf = (blocks: readonly string[]): string => blocks.join("\n\n");

export type ListedAutomation = { title: string; isHidden: boolean };

/** The headings in their order. */
export const listedIn = (text: string): ListedAutomation[] =>
  blocksOf(text).map((block) => ({
    title: block.split("\n")[0]!.replace(/^##\s+/, ""),
    isHidden: hiddenLine.test(`${block}\n`),
  }));

/** Moves the block at `from` to the place `to`, both from 0. */
export function withMoved(text: string, from: number, to: number): string {
  const blocks = blocksOf(text);
  const [moved] = blocks.splice(from, 1);
  if (moved !== undefined) blocks.splice(to, 0, moved);
  return textOf(blocks);
}

/** Hides the block at `place` or shows it. */
export function withHidden(text: string, place: number, isHidden: boolean): string {
  const blocks = blocksOf(text);
  const block = blocks[place] ?? "";
  const bare = `${block}\n`.replace(hiddenLine, "").trim();
  blocks[place] = isHidden ? withFact(bare) : bare;
  return textOf(blocks);
}

/** The line goes to the other facts, or below the heading. */
function withFact(block: string): string {
  const facts = /^- Area: .*$/m.exec(block);
  if (!facts) return block.replace(/^(.*)$/m, "$1\n\n- Hidden: yes");
  const end = facts.index + facts[0].length;
  return `${block.slice(0, end)}\n- Hidden: yes${block.slice(end)}`;
}

/** With a hidden form for a new automation at the end, under the first free number. */
export function withNew(text: string): { text: string; number: string } {
  const titles = listedIn(text).map(({ title }) => title);
  const free = Array.from({ length: 99 }, (_, at) => `F-${String(at + 1).padStart(2, "0")}`).find(
    (number) => !titles.some((title) => title.startsWith(number)),
  );
  const number = free ?? "F-99";
  return { number, text: textOf([...blocksOf(text), formOf(number)]) };
}

export const titleOfForm = (number: string): string => `Title of ${number}`;

/**
 * The form of an own automation. Each part says what belongs there, and is valid as it is, so that a draft can be saved.
 * As long as one of these sentences is left, readCatalog shows the automation to no visitor.
 */
export const formOf = (number: string) => `## ${number} ${titleOfForm(number)}

What the automation does for a client, in one sentence of 40 to 160 characters.

How the work is done today, and what the automation does instead: two or three sentences of together 80 to 520 characters.

- Area: Revenue Operation
- Hidden: yes
- Effort: 3
- Needs: the kinds of tools that a client has to have
- Tools: First tool, Second tool

### Trigger

What starts it, in one sentence.

### Actions

- What it does, in one to six lines.

### Outcome

What is true when it has run.

### If something fails

What happens when a tool does not respond, and who is notified.

### Figures

- 10 min (estimate): of what could be saved, and how often

### Workflow

1. First tool: The step that starts it (A note)
2. Second tool: Is a condition met? (How it is checked) If not, step 3: What happens instead
3. Second tool: The last step`;
