import { type MarkdownNode, readMarkdown } from "#app/lib/formats/markdown.ts";
import type { FullBlueprintContent, Section, Task } from "../full-blueprint.ts";
import { type DiagramStep, readDiagram } from "./diagram.ts";

/** A full blueprint for rendering: Markdown as trees, drawings as steps. Plain data, created on the server. */
export type ReadableBlueprint = {
  summary: MarkdownNode[];
  sections: (Pick<Section, "id" | "title" | "automation"> & { body: MarkdownNode[]; steps: DiagramStep[] })[];
  tasks: Task[];
};

/** An invalid drawing has no steps; the editor shows the reason, and it cannot be published. */
export const readable = ({ summary, sections, tasks }: FullBlueprintContent): ReadableBlueprint => ({
  summary: readMarkdown(summary),
  sections: sections.map(({ id, title, automation, body, diagram }) => {
    const read = readDiagram(diagram);
    return { id, title, automation, body: withoutBlankTables(readMarkdown(body)), steps: read.ok ? read.steps : [] };
  }),
  tasks,
});

/**
 * Removes empty tables and headings with nothing else below them: a first draft contains an empty table that the
 * architect may not fill in.
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
