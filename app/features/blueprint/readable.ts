import { type DiagramStep, readDiagram } from "./diagram.ts";
import type { FullBlueprintContent, Section, Task } from "./full-blueprint.ts";
import { type MarkdownNode, readMarkdown } from "./markdown.ts";

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
    return { id, title, automation, body: readMarkdown(body), steps: read.ok ? read.steps : [] };
  }),
  tasks,
});
