import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { MarkdownNode } from "#app/lib/formats/markdown.ts";
import { PdfLines, PdfLink } from "./blocks.server.tsx";
import { faces, ink, type } from "./ink.server.ts";

type Element = Exclude<MarkdownNode, string>;

/** Renders the Markdown tree of the pages (app/ui/text/markdown-view.tsx) in a PDF. */
export const PdfMarkdown = ({ nodes }: { nodes: readonly MarkdownNode[] }): ReactNode => (
  <View style={{ gap: 7 }}>{nodes.map((node, index) => block(node, index))}</View>
);

function block(node: MarkdownNode, key: number): ReactNode {
  if (typeof node === "string")
    return node.trim() === "" ? null : (
      <Text key={key} style={type.body}>
        {node}
      </Text>
    );
  switch (node.tag) {
    case "h3":
    case "h4":
      return (
        <Text
          key={key}
          minPresenceAhead={50}
          style={{ ...(node.tag === "h3" ? type.heading : type.strong), marginTop: 6 }}
        >
          {inline(node.children)}
        </Text>
      );
    case "ul":
    case "ol":
      return <List key={key} list={node} />;
    case "blockquote":
      return (
        <View key={key} style={{ borderLeft: `1.5pt solid ${ink.line2}`, paddingLeft: 10 }}>
          <PdfMarkdown nodes={node.children} />
        </View>
      );
    case "pre":
      return (
        <View key={key} style={{ backgroundColor: ink.vellum, padding: "6 9" }}>
          <PdfLines
            style={{ ...type.note, color: ink.text, fontSize: 7.6 }}
            lines={plain(node.children).replace(/\n$/, "").split("\n")}
          />
        </View>
      );
    case "hr":
      return <View key={key} style={{ borderTop: `0.75pt solid ${ink.line2}`, marginVertical: 4 }} />;
    case "table":
      return <Table key={key} table={node} />;
    default:
      return (
        <Text key={key} style={type.body}>
          {inline(node.children)}
        </Text>
      );
  }
}

function List({ list }: { list: Element }) {
  const items = elements(list.children, "li");
  return (
    <View style={{ gap: 3 }}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a printed list never changes
        <View key={index} style={{ flexDirection: "row" }}>
          <Text style={{ ...type.body, ...type.numbers, width: 16 }}>
            {list.tag === "ol" ? `${(list.start ?? 1) + index}.` : "•"}
          </Text>
          <View style={{ flexGrow: 1, flexShrink: 1, flexBasis: 0, gap: 3 }}>{itemBlocks(item.children)}</View>
        </View>
      ))}
    </View>
  );
}

/** The text of a list item before its first block is one paragraph. */
function itemBlocks(nodes: readonly MarkdownNode[]): ReactNode {
  const first = nodes.findIndex((node) => typeof node !== "string" && blockTags.has(node.tag));
  const words = first < 0 ? nodes : nodes.slice(0, first);
  return [
    ...(words.length > 0
      ? [
          <Text key="words" style={type.body}>
            {inline(words)}
          </Text>,
        ]
      : []),
    ...(first < 0 ? [] : nodes.slice(first).map((node, index) => block(node, index))),
  ];
}

const blockTags: ReadonlySet<string> = new Set(["p", "ul", "ol", "blockquote", "pre", "table", "h3", "h4", "hr"]);

function Table({ table }: { table: Element }) {
  const rows = table.children.flatMap((part) =>
    typeof part === "string" ? [] : elements(part.children, "tr").map((row) => ({ row, isHead: part.tag === "thead" })),
  );
  const columns = Math.max(1, ...rows.map(({ row }) => cellsOf(row).length));
  return (
    <View>
      {rows.map(({ row, isHead }, index) => (
        <View
          // biome-ignore lint/suspicious/noArrayIndexKey: a printed table never changes
          key={index}
          wrap={false}
          {...(isHead && { minPresenceAhead: 30 })}
          style={{
            flexDirection: "row",
            paddingVertical: 3.5,
            borderBottom: isHead ? `1pt solid ${ink.text}` : `0.5pt solid ${ink.line}`,
          }}
        >
          {cellsOf(row).map((cell, place) => (
            <Text
              // biome-ignore lint/suspicious/noArrayIndexKey: a printed table never changes
              key={place}
              style={{
                ...(isHead ? type.note : { ...type.body, fontSize: 8.4 }),
                width: `${100 / columns}%`,
                paddingRight: 8,
              }}
            >
              {inline(cell.children)}
            </Text>
          ))}
        </View>
      ))}
    </View>
  );
}

const cellsOf = (row: Element) => [...elements(row.children, "th"), ...elements(row.children, "td")];

const elements = (nodes: readonly MarkdownNode[], tag: string): Element[] =>
  nodes.filter((node): node is Element => typeof node !== "string" && node.tag === tag);

const inline = (nodes: readonly MarkdownNode[]): ReactNode[] => nodes.map((node, index) => inlineNode(node, index));

function inlineNode(node: MarkdownNode, key: number): ReactNode {
  if (typeof node === "string") return node.replace(/\n/g, " ");
  const words = inline(node.children);
  switch (node.tag) {
    case "strong":
      return (
        <Text key={key} style={{ fontWeight: 600 }}>
          {words}
        </Text>
      );
    case "em":
      return (
        <Text key={key} style={{ fontFamily: faces.serif }}>
          {words}
        </Text>
      );
    case "s":
      return (
        <Text key={key} style={{ textDecoration: "line-through" }}>
          {words}
        </Text>
      );
    case "code":
      return (
        <Text key={key} style={{ fontFamily: faces.mono, fontSize: 7.8 }}>
          {words}
        </Text>
      );
    case "img":
      return node.alt;
    case "br":
      // The space separates the lines in the text of the document.
      return " \n";
    case "a":
      return node.href ? (
        <PdfLink key={key} href={node.href}>
          {words}
        </PdfLink>
      ) : (
        <Text key={key}>{words}</Text>
      );
    default:
      return <Text key={key}>{words}</Text>;
  }
}

const plain = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : plain(node.children))).join("");
