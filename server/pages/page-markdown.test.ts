import { expect, test } from "vitest";
import { pageMarkdown } from "./page-markdown.ts";

const url = "https://gtmarc.example/pricing";
const said = (main: string) =>
  pageMarkdown(
    `<html><body><header>Menu</header><main id="main">${main}</main><footer>Foot</footer></body></html>`,
    url,
  );

test("only the main content is kept", () => {
  expect(said("<h1>Pricing</h1><p>Start free.</p>")).toBe("# Pricing\n\nStart free.\n");
});

test("links become absolute, also those within the page", () => {
  expect(said('<p>See <a href="/faq">questions</a> and <a href="#terms">terms</a>.</p>')).toBe(
    "See [questions](https://gtmarc.example/faq) and [terms](https://gtmarc.example/pricing#terms).\n",
  );
});

test("a card that is a link keeps its text and is followed by the link", () => {
  expect(said('<a href="/downloads"><h3>Starter kit</h3><p>Fifteen templates.</p></a>')).toBe(
    "### Starter kit\n\nFifteen templates.\n\n[Starter kit](https://gtmarc.example/downloads)\n",
  );
});

test("controls and forms are left out", () => {
  expect(
    said(
      "<p>Words.</p><button>Go</button><form><label>Email<input></label></form><dialog>Hello</dialog><nav>On this page</nav>",
    ),
  ).toBe("Words.\n");
});

test("a heading that opens a dialog keeps its words", () => {
  expect(said("<h3><button>Deal Summary</button></h3><p>Three lines.</p>")).toBe("### Deal Summary\n\nThree lines.\n");
});

test("a drawing becomes its description; decoration is left out", () => {
  expect(said('<p>Before.</p><svg role="img" aria-label="Four steps"><path d="M0 0"/></svg>')).toBe(
    "Before.\n\n*Drawing: Four steps*\n",
  );
  expect(said('<p>Text.</p><svg aria-hidden="true"><text>9</text></svg><span aria-hidden="true">→</span>')).toBe(
    "Text.\n",
  );
});

test("a tag in the text stays text", () => {
  expect(said("<h1>A &lt;b>bold&lt;/b> name</h1><p>1 &lt; 2 &lt;!-- x --></p>")).toBe(
    "# A \\<b>bold\\</b> name\n\n1 < 2 \\<!-- x -->\n",
  );
});

test("hidden elements are left out", () => {
  expect(said('<p>45 results<span hidden=""> of 50</span></p><div hidden=""><h2>Nothing found</h2></div>')).toBe(
    "45 results\n",
  );
});

test("adjacent elements separated only by styles become separate words", () => {
  expect(said('<p><span>$2,000</span><span class="unit">per month</span></p>')).toBe("$2,000 per month\n");
  expect(said('<p>27.6<span class="unit">h/wk</span></p>')).toBe("27.6 h/wk\n");
});

test("lists are tight, also when nested", () => {
  expect(said("<ol><li>One<ul><li>A</li></ul></li><li>Two</li></ol>")).toBe("1. One\n    - A\n2. Two\n");
});

test("questions become bold text or headings", () => {
  expect(said("<details><summary>How soon?</summary><p>Soon.</p></details>")).toBe("**How soon?**\n\nSoon.\n");
  expect(said("<details><summary><h3>How soon?</h3></summary><p>Soon.</p></details>")).toBe("### How soon?\n\nSoon.\n");
});

test("terms and their definitions are a list", () => {
  expect(said("<dl><div><dt>Length</dt><dd>6 hours</dd></div><div><dt>Place</dt><dd>Online</dd></div></dl>")).toMatch(
    /^- \*\*Length\*\*: 6 hours\n\n?- \*\*Place\*\*: Online\n$/,
  );
});

test("tables keep their header, and pipes in cells are escaped", () => {
  const head = "<thead><tr><th>Way</th><th>Price</th></tr></thead>";
  expect(
    said(`<table><caption>Three ways</caption>${head}<tbody><tr><td>A|B</td><td><p>Free</p></td></tr></tbody></table>`),
  ).toBe("**Three ways**\n\n| Way | Price |\n| --- | --- |\n| A\\|B | Free |\n");
  expect(
    said("<table><tbody><tr><th>Way</th><td>Free</td></tr><tr><td colspan='2'>Both</td></tr></tbody></table>"),
  ).toBe("|  |  |\n| --- | --- |\n| Way | Free |\n| Both | |\n");
});

test("a page without main content is a bug", () => {
  expect(() => pageMarkdown("<html></html>", url)).toThrow("no main content");
});
