import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { corpus } from "#tests/fixtures/replies/corpus.ts";
import { readInboundMail } from "../receiving/inbound-mail.server.ts";
import { signedId } from "../receiving/own-ids.server.ts";
import { partsOf } from "../receiving/quoted-text.ts";
import { replyAddressOf } from "../receiving/reply-address.server.ts";
import { textOfHtml } from "./html-text.ts";
import { replyText } from "./reply-text.ts";

const id = "0199f000-0000-7000-8000-000000000000";

beforeEach(() =>
  useSettings({
    ...{ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", MAIL_FROM: "GTMarc <hello@gtmarc.example>" },
    MAIL_REPLY_ADDRESS: "reply@in.gtmarc.example",
  }),
);

async function readReplyText(raw: string, sent: readonly string[]): Promise<string> {
  const mail = await readInboundMail(new TextEncoder().encode(raw));
  if (mail.kind !== "reply") throw new Error(mail.kind);
  return replyText(mail.reply.text, sent);
}

const words = (text: string) => text.replace(/\s+/g, " ").trim();

/** What is shown without opening a quote, in one line, without the lines that the program added. */
const unfolded = (text: string, added: readonly string[]) =>
  words(
    added.reduce(
      (rest, line) => rest.replace(words(line), ""),
      words(
        partsOf(text)
          .flatMap((part) => (part.isQuote ? [] : [part.text]))
          .join(" "),
      ),
    ),
  );

const replies = () => corpus({ To: "hello@gtmarc.example", "In-Reply-To": `<${signedId(id)}@gtmarc.example>` });
useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" });
const names = replies().map(({ name }) => name);

test("the corpus has at least sixty replies of ten programs in six languages", () => {
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names.map((name) => name.split(" ")[0])).size).toBeGreaterThanOrEqual(10);
  expect(new Set(names.map((name) => name.split(" ")[1])).size).toBe(6);
});

test.each(names)("%s: all that the person wrote, and nothing else unfolded", async (name) => {
  const { raw, sent, own, added, position } = replies().find((reply) => reply.name === name)!;
  for (const version of [sent.join("\n\n"), ...(position === "above" ? [] : [""])]) {
    const text = await readReplyText(raw, [version]);
    const isUnmarked = name.startsWith("outlook") && version === "";
    if (isUnmarked) for (const sentence of own) expect(words(text)).toContain(words(sentence));
    else expect(unfolded(text, added)).toBe(words(own.join(" ")));
    if (position === "above") expect(text).not.toContain(sent[3]!.slice(0, 20));
    else expect(words(text.replaceAll("> ", ""))).toContain(words(sent[3]!));
  }
});

const folder = "tests/fixtures/replies";
const sentMail = readFileSync(`${folder}/sent.eml`, "utf8");
const answer = "Yes, Thursday at 10 works for us. My number is 555 0100.";

test.each(readdirSync(`${folder}/real`).filter((name) => name.endsWith(".eml")))(
  "%s, made by the program: all that the person wrote",
  async (name) => {
    const raw = readFileSync(`${folder}/real/${name}`, "utf8")
      .replaceAll("{REPLY_ADDRESS}", replyAddressOf(id)!)
      .replaceAll("{MESSAGE_ID}", `${signedId(id)}@gtmarc.example`);
    const html = /<html>.*<\/html>/s
      .exec(sentMail)![0]
      .replace(/=\r?\n/g, "")
      .replaceAll("=3D", "=");
    const text = await readReplyText(raw, [textOfHtml(html)]);
    const added = [/^.*(?:wrote|writes):$/m.exec(text)?.[0] ?? ""];
    const shown = unfolded(text, added);
    if (name.includes("above"))
      expect(text.replace(/\n+Dana$/, "")).toMatch(/^Yes, Thursday at 10 works for us\.( My number is 555 0100\.)?$/);
    else if (name.includes("between")) expect(shown).toMatch(/^About twelve people\.( HubSpot and Excel\.)?$/);
    else if (name.includes("oneword")) expect(shown).toBe("Yes");
    else if (/^(formail|mailbot)/.test(name)) expect(shown).toBe("I am away until Monday.");
    else expect(shown.replace(/\[1:text.*?Hide\]|\[2:text.*?\)\]/g, "").trim()).toBe(answer);
  },
);

const textOf = (type: string, body: string) =>
  readReplyText(`To: ${replyAddressOf(id)}\r\nContent-Type: ${type}\r\n\r\n${body}`, []);

test.each([
  [
    "a blank text part beside HTML",
    "--b\r\nContent-Type: text/plain\r\n\r\n \r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Yes.</p>\r\n--b--",
    "alternative",
  ],
  [
    "HTML with the footer of a list",
    `--b\r\nContent-Type: text/html\r\n\r\n<p>Yes.</p><blockquote type="cite">Old</blockquote>\r\n--b\r\nContent-Type: text/plain\r\nContent-Disposition: inline\r\n\r\n_____\r\nteam mailing list\r\n--b--`,
    "mixed",
  ],
  [
    "HTML around an image",
    "--b\r\nContent-Type: text/html\r\n\r\n<p>Yes.</p>\r\n--b\r\nContent-Type: image/png\r\nContent-Disposition: inline; filename=x.png\r\n\r\nx\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Dana</p>\r\n--b--",
    "mixed",
  ],
  [
    "a signature of OpenPGP",
    "--b\r\nContent-Type: text/plain\r\n\r\nYes.\r\n--b\r\nContent-Type: application/pgp-signature\r\n\r\nx\r\n--b--",
    "signed",
  ],
  [
    "an attached text",
    "--b\r\nContent-Type: text/plain\r\n\r\nYes.\r\n--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=notes.txt\r\n\r\nnotes\r\n--b--",
    "mixed",
  ],
  [
    "thousands of parts",
    `--b\r\nContent-Type: text/plain\r\n\r\nYes.\r\n${"--b\r\nContent-Type: text/html\r\n\r\n<p></p>\r\n".repeat(2000)}--b--`,
    "mixed",
  ],
])("of a mail with %s the words are read", async (_what, body, type) => {
  const text = await textOf(`multipart/${type}; boundary=b`, body);
  expect(words(text)).toMatch(/^Yes\.( Dana| > Old _____ team mailing list)?$/);
});

test("lines of flowed text are joined in their paragraph only", async () => {
  const quote = "> Which tools do you \r\n> use? \r\n\r\nHubSpot and \r\nExcel.\r\n-- \r\nDana\r\n From now on.";
  const text = await textOf("text/plain; format=flowed", `On 11/27/26 10:00, GTMarc wrote:\r\n${quote}`);
  expect(text).toBe(
    "On 11/27/26 10:00, GTMarc wrote:\n> Which tools do you use?\n\nHubSpot and Excel.\n-- \nDana\nFrom now on.",
  );
  expect(await textOf("text/plain; format=flowed; delsp=yes", "はい、木曜日 \r\nで大丈夫です。")).toBe(
    "はい、木曜日で大丈夫です。",
  );
});

test("HTML: words below a quote, indented words, headings and what the parser refuses", async () => {
  const cited =
    '<div class="moz-cite-prefix">On 11/27/26 1:00 AM, GTMarc wrote:<br></div><blockquote type="cite"><p>A question?</p></blockquote><p>Yes, Tuesday at 10 works for me.</p>';
  expect(await textOf("text/html", cited)).toBe(
    "On 11/27/26 1:00 AM, GTMarc wrote:\n\n> A question?\nYes, Tuesday at 10 works for me.",
  );
  const indented =
    '<h1>Yes</h1><blockquote style="margin:0 0 0 40px;border:none;padding:0px">Our number is 555 0100.</blockquote>';
  expect(words(await textOf("text/html", indented))).toBe("Yes Our number is 555 0100.");
  const styles = `<style>${`p { margin: 0; ${"x".repeat(60)} }\n`.repeat(3000)}</style><!-- ${"x".repeat(100_000)} --><p>Yes.</p>`;
  expect(await textOf("text/html", styles)).toBe("Yes.");
});
