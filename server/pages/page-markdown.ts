import Turndown from "turndown";

/**
 * Converts a page to Markdown: the content of its one `<main>`, from the HTML that visitors get. Forms, buttons, dialogs,
 * decoration and hidden elements are left out; a drawing becomes its description.
 *
 * @param html a whole page of this site
 * @param pageUrl its absolute URL, the base of its links
 * @throws if there is no `<main>`, which is a bug of the page
 */
export function pageMarkdown(html: string, pageUrl: string): string {
  const main = /<main\b[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1];
  if (main === undefined) throw new Error(`${pageUrl} has no main content`);
  const markdown = converter(pageUrl).turndown(spaced(main));
  const tight = markdown.replace(/[ \t]+$/gm, "").replace(/^( *)(-|\d+\.) {2,3}/gm, "$1$2 ");
  return `${tight.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

/** Adds spaces between elements that only the style sheet separates: `27.6<span>h/wk</span>`. */
const spaced = (html: string) =>
  html
    .replace(/(\d)(?:<!-- -->)?(?=<span\b)/g, "$1 ")
    .replace(
      /<\/(span|a|b|strong|em|small|time|i|sup)>(?:<!-- -->)?(?=<(?:span|a|b|strong|em|small|time|i)\b)/g,
      "$& ",
    );

const leftOut = new Set(
  "script style noscript template dialog button form input select textarea iframe nav svg".split(" "),
);
const nameOf = (node: HTMLElement) => node.nodeName.toLowerCase();
/** The heading of a card that opens a dialog is a button. */
const isHeading = (node: HTMLElement) => nameOf(node) === "button" && node.closest("h2, h3, h4") !== null;
const oneLine = (content: string) => content.replace(/\s*\n\s*/g, " ").trim();

function converter(pageUrl: string): Turndown {
  const turndown = new Turndown({
    headingStyle: "atx",
    bulletListMarker: "-",
    hr: "---",
    br: "",
    blankReplacement: (_, node) => drawing(node as HTMLElement) || ("isBlock" in node && node.isBlock ? "\n\n" : ""),
  });

  // The library leaves it, and a word in angle brackets would be an element.
  const escaped = turndown.escape.bind(turndown);
  turndown.escape = (text) => escaped(text).replace(/<(?=[a-z/!?])/gi, "\\<");

  turndown.addRule("left out", {
    filter: (node) =>
      (leftOut.has(nameOf(node)) && !isHeading(node)) ||
      node.getAttribute("aria-hidden") === "true" ||
      node.hasAttribute("hidden"),
    replacement: (_, node) => drawing(node),
  });

  turndown.addRule("link", {
    filter: (node) => nameOf(node) === "a" && node.hasAttribute("href"),
    replacement(content, node) {
      const address = new URL(node.getAttribute("href")!, pageUrl).href;
      const words = content.trim();
      if (!words) return "";
      if (!words.includes("\n")) return `[${words}](${address})`;
      // The whole card is a link: keep its text and add a link with the card's name.
      const name = node.querySelector("h2, h3, h4")?.textContent ?? node.getAttribute("aria-label") ?? "Read on";
      return `\n\n${words}\n\n[${oneLine(name)}](${address})\n\n`;
    },
  });

  turndown.addRule("question", {
    filter: (node) => nameOf(node) === "summary",
    replacement: (content, node) =>
      node.querySelector("h2, h3, h4") ? `\n\n${content.trim()}\n\n` : `\n\n**${oneLine(content)}**\n\n`,
  });

  turndown.addRule("term", {
    filter: "dt",
    replacement: (content) => `\n- **${oneLine(content)}**`,
  });
  turndown.addRule("definition", {
    filter: "dd",
    replacement: (content) => `: ${oneLine(content)}\n`,
  });

  tables(turndown);
  return turndown;
}

/** "*Drawing: four steps on one line*" for an image with a description; nothing for decoration. */
function drawing(node: HTMLElement): string {
  const isPicture = nameOf(node) === "svg" || node.getAttribute("role") === "img";
  const words = isPicture && node.getAttribute("aria-hidden") !== "true" && node.getAttribute("aria-label");
  return words ? `\n\n*Drawing: ${words}*\n\n` : "";
}

/** Markdown tables need a header row: adds an empty one if the first row is not a header. */
function tables(turndown: Turndown): void {
  turndown.addRule("cell", {
    filter: ["th", "td"],
    replacement: (content, node) =>
      ` ${oneLine(content).replaceAll("|", "\\|")} |`.concat(" |".repeat(Math.max(0, spanOf(node) - 1))),
  });
  turndown.addRule("row", {
    filter: "tr",
    replacement(content, node) {
      const table = node.closest("table");
      const isFirst = table?.querySelector("tr") === node;
      const rule = `|${" --- |".repeat(columnsOf(node))}\n`;
      if (!isFirst) return `|${content}\n`;
      const isHead = node.closest("thead") !== null;
      return isHead ? `|${content}\n${rule}` : `|${"  |".repeat(columnsOf(node))}\n${rule}|${content}\n`;
    },
  });
  turndown.addRule("rows", { filter: ["thead", "tbody", "tfoot"], replacement: (content) => content });
  turndown.addRule("caption", { filter: "caption", replacement: (content) => `**${oneLine(content)}**\n\n` });
  turndown.addRule("table", {
    filter: "table",
    replacement: (content) =>
      `\n\n${content
        .trim()
        .replace(/\n{2,}\|/g, "\n|")
        .replace("**\n|", "**\n\n|")}\n\n`,
  });
}

const spanOf = (cell: HTMLElement) => Number(cell.getAttribute("colspan") ?? 1);
const columnsOf = (row: HTMLElement) =>
  Array.from(row.children).reduce((sum, cell) => sum + spanOf(cell as HTMLElement), 0);
