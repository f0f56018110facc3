import { createElement, Fragment, type ReactNode } from "react";
import type { MarkdownNode } from "#app/lib/formats/markdown.ts";
import css from "./markdown-view.module.css";

export const MarkdownView = ({ nodes }: { nodes: readonly MarkdownNode[] }) => (
  <div className={`soft breaks ${css.text}`}>{draw(nodes)}</div>
);

const draw = (nodes: readonly MarkdownNode[]): ReactNode =>
  nodes.map((node, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the tree is never reordered
    if (typeof node === "string") return <Fragment key={place}>{node}</Fragment>;
    const { tag, href, start, src, alt, children } = node;
    // biome-ignore lint/suspicious/noArrayIndexKey: the tree is never reordered
    if (tag === "img") return <img key={place} src={src} alt={alt} loading="lazy" />;
    const props = { key: place, ...(href && { href, rel: "noopener noreferrer" }), ...(start && { start }) };
    if (tag === "table")
      return (
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the tree is never reordered
        // biome-ignore-start lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard
        // biome-ignore-start lint/a11y/useSemanticElements: no fieldset, and no landmark for every table
        <div key={place} className={css.scroll} role="group" aria-label="Table" tabIndex={0}>
          <table>{draw(children)}</table>
        </div>
        // biome-ignore-end lint/suspicious/noArrayIndexKey: the tree is never reordered
        // biome-ignore-end lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard
        // biome-ignore-end lint/a11y/useSemanticElements: no fieldset, and no landmark for every table
      );
    return tag === "br" || tag === "hr" ? createElement(tag, props) : createElement(tag, props, draw(children));
  });
