import { createElement as h } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { compact, inlineJson, oneLine, withIntegrity, withinHead, withoutLinkNonces } from "./page-html.server.ts";

vi.mock("#app/island-kit/chunks.server.ts", () => ({
  chunks: { integrityOf: (file: string) => (/unknown/.test(file) ? undefined : `sha256-of-${file.slice(8)}`) },
}));

test.each([
  [
    '<script type="module" async="" src="/assets/a.js" blocking="render"></script>',
    '<script type="module" async="" integrity="sha256-of-a.js" src="/assets/a.js" blocking="render"></script>',
  ],
  [
    '<link rel="modulepreload" href="/assets/a.js" nonce="x"/>',
    '<link rel="modulepreload" integrity="sha256-of-a.js" href="/assets/a.js" nonce="x"/>',
  ],
  [
    '<link nonce="x" rel="stylesheet" href="/assets/a.css#"/>',
    '<link nonce="x" rel="stylesheet" integrity="sha256-of-a.css" href="/assets/a.css#"/>',
  ],
])("%s gets its integrity", (element, expected) => expect(withIntegrity(element)).toBe(expected));

test.each([
  '<meta name="code-ahead" content="/assets/a.js"/>',
  '<link rel="preload" as="font" href="/assets/a.woff2"/>',
  '<a href="/assets/a.js">a</a>',
  '<script nonce="x">load("/assets/a.js")</script>',
  '<script src="/assets/unknown.js"></script>',
  '<link rel="icon" href="/favicon.svg"/>',
])("%s is unchanged", (element) => expect(withIntegrity(element)).toBe(element));

test("user input is never treated as an element", () => {
  const typed = '<link rel="stylesheet" href="/assets/a.css"/> x="a&quot;b"';
  const page = renderToStaticMarkup(h("p", { title: typed }, typed));
  expect(withIntegrity(page)).toBe(page);
  expect(page.slice(page.indexOf(">"))).toBe(compact(page).slice(compact(page).indexOf(">")));
});

test("attributes that hold JSON keep their value in single quotes", () => {
  const page = renderToStaticMarkup(
    h("div", { "data-props": JSON.stringify({ name: "O'Neil <b> & co" }), title: "plain" }),
  );
  expect(compact(page)).toBe(`<div data-props='{"name":"O&#x27;Neil &lt;b&gt; &amp; co"}' title="plain"></div>`);
});

test("attributes without a value are written without quotes", () => {
  expect(compact('<script async="" data-x=""></script><p title="">"</p>')).toBe(
    '<script async data-x></script><p title>"</p>',
  );
});

test("empty shapes are self-closed, other elements keep their end tags", () => {
  expect(compact('<svg><path d="M0 0"></path><text></text></svg><i></i>')).toBe(
    '<svg><path d="M0 0"/><text></text></svg><i></i>',
  );
});

test("an element is added at the end of the head, unchanged", () => {
  const element = '<meta name="code-ahead" content="/assets/a.js?$&"/>';
  expect(withinHead("<head><title>t</title></head><body></head></body>", element)).toBe(
    `<head><title>t</title>${element}</head><body></head></body>`,
  );
});

test("links lose their nonce, scripts keep it", () => {
  const page =
    '<link nonce="x" rel="icon" href="/a"/><link rel="modulepreload" href="/b" nonce="x"/><script nonce="x">';
  expect(withoutLinkNonces(page, "x")).toBe(
    '<link rel="icon" href="/a"/><link rel="modulepreload" href="/b"/><script nonce="x">',
  );
});

test("JSON in a script loses its indentation, other lines stay", () => {
  const value = { entry: { imports: ["/a.js", "/b.js"] }, routes: {}, text: "a\n b" };
  const script = `import "/a.js";\n  window.manifest = ${JSON.stringify(value, null, 2)};\n  next();`;
  expect(oneLine(script)).toBe(
    `import "/a.js";\n  window.manifest = {"entry": {"imports": ["/a.js","/b.js"]},"routes": {},"text": "a\\n b"};\n  next();`,
  );
});

test("text inside an inline script cannot end the script and keeps its value", () => {
  const text = "</script><!-- \u2028 \u2029 & \" \\ ' é";
  const literal = inlineJson(text);
  expect(literal).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(literal)).toBe(text);
});
