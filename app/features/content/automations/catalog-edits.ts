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

/** With a new automation at the end, for the firm to write over, under the first free number. */
export function withNew(text: string): { text: string; number: string } {
  const titles = listedIn(text).map(({ title }) => title);
  const free = Array.from({ length: 99 }, (_, at) => `F-${String(at + 1).padStart(2, "0")}`).find(
    (number) => !titles.some((title) => title.startsWith(number)),
  );
  const number = free ?? "F-99";
  return { number, text: textOf([...blocksOf(text), exampleOf(number)]) };
}

const exampleOf = (number: string) => `## ${number} Partner Deal Registration

Every deal that a partner registers is checked, gets an owner and is answered the same day.

Partners register deals by form and email, and someone compares them with the CRM when there is time. This automation takes each one, looks for the company and open deals, and answers with a yes, or with a question that a person has to decide.

- Area: Revenue Operation
- Effort: 3
- Needs: a CRM and a form tool
- Tools: Typeform, HubSpot, Slack

### Trigger

A partner submits the registration form.

### Actions

- Looks for the company by domain and for open deals of the last 90 days.
- Creates the deal with its partner and its owner.
- Answers the partner on the same day.

### Outcome

Each registration has an owner and an answer, and no deal is in the CRM twice.

### If something fails

When the CRM does not respond, the registration waits and is retried; after an hour, the partner manager is notified.

### Figures

- 1 day (target): expected from registration to an answer
- 15 min (estimate): of comparing could be saved on every registration

### Workflow

1. Typeform: Receive the registration (Partner, company and contact)
2. HubSpot: Is the company new? (By domain) If not, step 4: Ask the deal's owner
3. HubSpot: Create the deal (With partner and owner)
4. Slack: Tell the partner manager`;
