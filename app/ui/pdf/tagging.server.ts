import type PDFDocument from "pdfkit";
import type { StructureElement } from "pdfkit";
import { hasRightToLeft } from "./text/text-font.server.ts";

/*
 * Tags a laid-out document: headings, paragraphs, tables and figures for assistive technology. The layout library draws without
 * tags, so each text and described image is wrapped in nodes that open and close the marked content. Everything else (rules,
 * backgrounds, headers and footers) is an artifact.
 */

/** A heading or table part; other texts are paragraphs. */
type PdfTag = "H1" | "H2" | "H3" | "Table" | "TR" | "TH" | "TD";

/** Properties of a tagged `Text` or `View`: `<Text {...tagged("H2")}>`. */
export const tagged = (tag: PdfTag): object => ({ tag });

/** Text alternative of an `Svg`; without it the image is decoration. */
export const described = (sentence: string): object => ({ described: sentence });

/** A layout node, with the fields used for tagging. */
export interface LaidOut {
  type: string;
  props?: {
    tag?: PdfTag;
    described?: string;
    fixed?: boolean;
    paint?: () => void;
  };
  box?: object;
  style?: object;
  value?: string;
  /** Of a text: its lines, each with its characters from left to right. */
  lines?: readonly { string: string }[];
  children?: LaidOut[];
}

/**
 * The page has the letters of a right-to-left text from left to right; assistive technology needs them in reading order. A part of
 * a text that continues on the next page has none, and neither has a text with a link, which it would replace.
 */
function writtenText(node: LaidOut): { actual?: string } {
  const [text, drawn] = [textOf(node), (node.lines ?? []).map(({ string }) => string).join("")];
  return text !== null && hasRightToLeft(text) && letters(text) === letters(drawn) ? { actual: text } : {};
}

function textOf({ type, value = "", children = [] }: LaidOut): string | null {
  if (type === "LINK") return null;
  return children.reduce<string | null>((text, child) => {
    const more = textOf(child);
    return text === null || more === null ? null : text + more;
  }, value);
}

const letters = (text: string) => text.replace(/\s/g, "").length;

const empty = { top: 0, left: 0, width: 1, height: 1 };

export function tagLayout(pdf: PDFDocument, layout: LaidOut): void {
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  pdf.on("pageAdded", () => void pdf.markContent("Artifact", { type: "Layout" }));
  let current = root;
  const link = pdf.link.bind(pdf);
  pdf.link = (x, y, width, height, url, options) => {
    const element = pdf.struct("Link");
    current.add(element);
    return link(x, y, width, height, url, {
      ...options,
      structParent: element,
      // pdfkit writes String objects as strings, plain ones as names.
      Contents: new String(String(url)),
    });
  };

  const draw = (paint: () => void): LaidOut => ({ type: "CANVAS", box: empty, style: {}, props: { paint } });
  const marked = (node: LaidOut, tag: string, parent: StructureElement, alternative = {}): LaidOut[] => {
    const element = pdf.struct(tag, alternative);
    parent.add(element);
    return [
      draw(() => {
        current = element;
        element.add(pdf.markStructureContent(tag));
      }),
      node,
      draw(() => {
        pdf.endMarkedContent();
        pdf.markContent("Artifact", { type: "Layout" });
        current = root;
      }),
    ];
  };
  const walk = (node: LaidOut, parent: StructureElement): LaidOut[] => {
    const { tag, described: alt, fixed } = node.props ?? {};
    if (fixed) return [node];
    if (node.type === "TEXT") return marked(node, tag ?? "P", parent, writtenText(node));
    if (node.type === "SVG") return alt === undefined ? [node] : marked(node, "Figure", parent, { alt });
    if (!node.children) return [node];
    const own = tag ? pdf.struct(tag) : null;
    if (own) parent.add(own);
    node.children = node.children.flatMap((child) => walk(child, own ?? parent));
    return [node];
  };
  for (const page of layout.children ?? []) page.children = (page.children ?? []).flatMap((child) => walk(child, root));
}
