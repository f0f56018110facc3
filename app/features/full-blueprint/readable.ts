import { type MarkdownNode, readMarkdown } from "#app/lib/markdown.ts";
import { type DiagramStep, readDiagram } from "./diagram.ts";
import type { FullBlueprintContent, Section, Task } from "./full-blueprint.ts";

/** A full blueprint ready to be drawn: Markdown as trees, drawings as steps. Plain data, made on the server. */
export type ReadableBlueprint = {
  summary: MarkdownNode[];
  sections: (Pick<Section, "id" | "title" | "automation"> & { body: MarkdownNode[]; steps: DiagramStep[] })[];
  tasks: Task[];
};

/** A drawing that cannot be read has no steps; the editor tells the architect why, and nothing like it is published. */
export const readable = ({ summary, sections, tasks }: FullBlueprintContent): ReadableBlueprint => ({
  summary: readMarkdown(summary),
  sections: sections.map(({ id, title, automation, body, diagram }) => {
    const read = readDiagram(diagram);
    return { id, title, automation, body: withoutBlankTables(readMarkdown(body)), steps: read.ok ? read.steps : [] };
  }),
  tasks,
});

/**
 * Without the tables that nobody has filled in, and without a heading that has nothing else below it: a first draft brings an
 * empty table along for the architect, and an architect may leave it.
 */
export const withoutBlankTables = (nodes: readonly MarkdownNode[]): MarkdownNode[] =>
  nodes.filter((node, index) => {
    if (isBlankTable(node)) return false;
    const [below, afterwards] = [nodes[index + 1], nodes[index + 2]];
    return !(isHeading(node) && isBlankTable(below) && (afterwards === undefined || isHeading(afterwards)));
  });

const isHeading = (node: MarkdownNode | undefined) => typeof node === "object" && /^h\d$/.test(node.tag);
const isBlankTable = (node: MarkdownNode | undefined) =>
  typeof node === "object" &&
  node.tag === "table" &&
  node.children.every((part) => isTag(part, "thead") || isBlank(part));
const isTag = (node: MarkdownNode, tag: string) => typeof node === "object" && node.tag === tag;
const isBlank = (node: MarkdownNode): boolean =>
  typeof node === "string" ? node.trim() === "" : node.children.every(isBlank);
