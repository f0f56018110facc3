import type { FullBlueprintContent } from "../full-blueprint.ts";

export type VersionChange = {
  part: "summary" | "section" | "task";
  act: "added" | "changed" | "removed" | "moved";
  title: string;
};

/** In the order of the later version; removed parts are last. */
export function changesBetween(before: FullBlueprintContent, after: FullBlueprintContent): VersionChange[] {
  return [
    ...(before.summary === after.summary ? [] : [{ part: "summary", act: "changed", title: "Summary" } as const]),
    ...compare("section", before.sections, after.sections, sectionText),
    ...compare("task", before.tasks, after.tasks, (task) => `${task.title}\n${task.owner}\n${task.week}`),
  ];
}

const sectionText = ({ title, body, diagram }: FullBlueprintContent["sections"][number]) =>
  [title, body, diagram].join("\u0000");

function compare<Part extends { id: string; title: string }>(
  part: VersionChange["part"],
  before: readonly Part[],
  after: readonly Part[],
  text: (part: Part) => string,
): VersionChange[] {
  const old = new Map(before.map((entry) => [entry.id, entry]));
  const kept = new Set(after.map(({ id }) => id));
  const orderBefore = before.filter(({ id }) => kept.has(id)).map(({ id }) => id);
  const orderAfter = after.filter(({ id }) => old.has(id)).map(({ id }) => id);
  const changes = after.flatMap((entry): VersionChange[] => {
    const was = old.get(entry.id);
    if (!was) return [{ part, act: "added", title: entry.title }];
    if (text(was) !== text(entry)) return [{ part, act: "changed", title: entry.title }];
    return orderBefore.indexOf(entry.id) === orderAfter.indexOf(entry.id)
      ? []
      : [{ part, act: "moved", title: entry.title }];
  });
  const removed = before.filter(({ id }) => !kept.has(id));
  return [...changes, ...removed.map(({ title }): VersionChange => ({ part, act: "removed", title }))];
}
