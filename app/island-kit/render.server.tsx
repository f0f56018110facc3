// Server half: renders each island as its own React root, so that useId agrees with the root hydrated in the browser.
import { basename } from "node:path";
import { createElement, type FunctionComponent } from "react";
import { renderToString } from "react-dom/server";
import { chunks } from "./chunks.server.ts";
import type { ContentPageRenderer } from "./island.tsx";

const files = import.meta.glob<FunctionComponent<object>>("../islands/*.tsx", { eager: true, import: "default" });
const nameOf = new Map(Object.entries(files).map(([path, component]) => [component, basename(path, ".tsx")]));
const entry = "app/island-kit/browser.ts";

/** What entry.server.tsx passes to content pages: their one script, and how an island becomes HTML. */
export const contentPage: ContentPageRenderer = {
  script: chunks.fileOf(entry),
  preloads: chunks.importsOf(entry),
  behavior: (name) => chunks.fileOf(`app/behaviors/${name}.ts`),
  renderIsland(component, props, identifierPrefix) {
    const name = nameOf.get(component as unknown as FunctionComponent<object>);
    if (!name) throw new Error(`${component.name} is not the default export of a file in app/islands/`);
    return {
      name,
      html: renderToString(createElement(component as unknown as FunctionComponent<object>, props), {
        identifierPrefix,
      }),
    };
  },
};
