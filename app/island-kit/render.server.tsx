// Server half: renders each island as its own React root, so that useId agrees with the root hydrated in the browser.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createElement, type FunctionComponent } from "react";
import { renderToString } from "react-dom/server";
import type { ContentPageRenderer } from "./island.tsx";

const files = import.meta.glob<FunctionComponent<object>>("../islands/*.tsx", { eager: true, import: "default" });
const nameOf = new Map(Object.entries(files).map(([path, component]) => [component, basename(path, ".tsx")]));
const entry = "app/island-kit/browser.ts";

type Manifest = Record<string, { file: string; imports?: string[] } | undefined>;

function built() {
  const manifest = JSON.parse(readFileSync(`${__BUILD_DIR__}/client/.vite/manifest.json`, "utf8")) as Manifest;
  const behaviour = (name: string) => {
    const chunk = manifest[`app/behaviours/${name}.ts`];
    if (!chunk) throw new Error(`There is no behaviour ${name}`);
    return `/${chunk.file}`;
  };
  const imported = new Set<string>();
  const collect = (key: string) => {
    for (const next of manifest[key]?.imports ?? [])
      if (!imported.has(next)) {
        imported.add(next);
        collect(next);
      }
  };
  collect(entry);
  const preloads = [...imported].map((key) => `/${manifest[key]!.file}`);
  const chunksOf = (routeFiles: readonly string[]) => {
    const found = new Set<string>();
    const add = (key: string) => {
      const chunk = manifest[key];
      if (!chunk || found.has(chunk.file)) return;
      found.add(chunk.file);
      chunk.imports?.forEach(add);
    };
    add("app/entry.client.tsx");
    for (const file of routeFiles) add(`app/routes/${file}?__react-router-build-client-route`);
    return [...found].map((file) => `/${file}`);
  };
  return { script: `/${manifest[entry]!.file}`, preloads, behaviour, chunksOf };
}

/** What entry.server.tsx hands to content pages: the one script they load, and how an island becomes HTML. */
export const contentPage: ContentPageRenderer = {
  ...(import.meta.env.DEV
    ? {
        script: `/${entry}`,
        preloads: [],
        behaviour: (name: string) => `/app/behaviours/${name}.ts`,
        chunksOf: () => [],
      }
    : built()),
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
