import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".css"))
  .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

test("every used custom property is defined in the design system", () => {
  const all = sheets.map(({ text }) => text).join("\n");
  const defined = new Set([...all.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name));
  const missing = sheets.flatMap(({ name, text }) =>
    [...text.matchAll(/var\((--[\w-]+)/g)]
      .filter(([, used]) => !defined.has(used))
      .map(([, used]) => `${name}: ${used}`),
  );
  expect(missing).toEqual([]);
});

test("every class that a component uses exists in its module, and none is unused", () => {
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".module.css"),
  );
  const wrong = modules.flatMap((name) => {
    const classes = new Set(
      [
        ...readFileSync(join(folder, name), "utf8")
          .replace(/:global\([^)]*\)/g, "")
          .matchAll(/\.(-?[a-zA-Z_][\w-]*)/g),
      ].map(([, found]) => found!),
    );
    const component = readFileSync(join(folder, name.replace(".module.css", ".tsx")), "utf8");
    const taken = new Set([...component.matchAll(/css\.(\w+)/g)].map(([, found]) => found!));
    const looked = component.includes("css[");
    return [
      ...[...taken].filter((found) => !classes.has(found)).map((found) => `${name} lacks .${found}`),
      ...(looked
        ? []
        : [...classes].filter((found) => !taken.has(found)).map((found) => `${name} does not need .${found}`)),
    ];
  });
  expect(wrong).toEqual([]);
});

test("every class that a component takes from a module exists in it", () => {
  const app = join(folder, "..");
  const wrong = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .flatMap((name) => {
      const component = readFileSync(join(app, name), "utf8");
      return [...component.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(([, variable, path]) => {
        const file = path!.startsWith("#app/") ? join(app, path!.slice(5)) : join(app, name, "..", path!);
        const classes = new Set(
          [...readFileSync(file, "utf8").matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, found]) => found!),
        );
        const taken = [
          ...component.matchAll(new RegExp(`(?<![\\w/-])${variable}(?:\\.(\\w+)|\\["([\\w-]+)"\\])`, "g")),
        ];
        return taken
          .map(([, one, other]) => one ?? other!)
          .filter((found) => !classes.has(found))
          .map((found) => `${name}: .${found}`);
      });
    });
  expect(wrong).toEqual([]);
});

test("every part of the design system that a component names exists", () => {
  const base = readFileSync(join(folder, "base.css"), "utf8");
  const app = join(folder, "..");
  const named = (source: string) =>
    [...source.matchAll(/(?<=["'`])[\w${}(). -]+(?=["'`])/g)].flatMap(
      ([text]) => text.match(/(?<![\w-])(?:t\d|(?:top|gap|below|lh|cols|weight|size|max|pen)-\d+)(?![\w-])/g) ?? [],
    );
  const wrong = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .flatMap((name) =>
      [...readFileSync(join(app, name), "utf8").matchAll(/className=(?:"[^"]*"|\{[^}]*(?:\{[^}]*\}[^}]*)*\})/g)]
        .flatMap(([attribute]) => named(attribute))
        .filter((part) => !new RegExp(`\\.${part}(?![\\w-])`).test(base))
        .map((part) => `${name}: ${part}`),
    );
  expect(wrong).toEqual([]);
});

test("the design system without the admin area is below the 15 kB limit of a content page", () => {
  const own = sheets.filter(({ name }) => !name.startsWith("admin/"));
  const whole = own.map(({ text }) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, " ")).join("");
  expect(brotliCompressSync(whole).length).toBeLessThan(11_000);
});
