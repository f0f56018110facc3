import { beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { readPicture } from "#app/platform/settings/picture.server.ts";
import { MailButton, MailCode, MailFigures, MailFrame, MailLink, MailNote, MailTable, MailText } from "./frame.tsx";
import { renderMail } from "./rendering.server.ts";

const settings = { SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "hello@gtmarc.example" };
beforeEach(() => {
  useSettings({ ...settings, FIRM_NAME: "GTMarc", FIRM_LOGO: undefined });
});

function logoOf(type: string, file: Buffer) {
  const logo = readPicture(`data:${type};base64,${file.toString("base64")}`);
  if (typeof logo === "string") throw new Error(logo);
  return logo;
}

const sample = (
  <MailFrame
    preview="It opens your analysis"
    title="Here is the code"
    reason="Sent because you asked for access."
    unsubscribeHref="https://gtmarc.example/unsubscribe/abc"
  >
    <MailText>
      Hello Dana & Co, read <MailLink href="https://gtmarc.example/plan">the plan</MailLink> first.
    </MailText>
    <MailCode note="valid for 10 minutes">407219</MailCode>
    <MailButton href="https://gtmarc.example/blueprint/7?x=1&y=2">Open my analysis</MailButton>
    <MailTable rows={[{ label: "When", value: "Tuesday, 3 November 2026" }]} />
    <MailFigures
      figures={[
        { label: "Annual value", value: "$186,400" },
        { label: "Tasks", value: "12" },
      ]}
    />
    <MailNote>You did not ask for this? Ignore it.</MailNote>
  </MailFrame>
);

test("the text body is complete: every word and link of the mail, without layout", async () => {
  const { text } = renderMail(sample);
  expect(text.split("\n").filter(Boolean)).toEqual([
    "Here is the code",
    "407219",
    "valid for 10 minutes",
    "Hello Dana & Co, read the plan <https://gtmarc.example/plan> first.",
    "Open my analysis <https://gtmarc.example/blueprint/7?x=1&y=2>",
    "When: Tuesday, 3 November 2026",
    "Annual value: $186,400",
    "Tasks: 12",
    "You did not ask for this? Ignore it.",
    "Sent because you asked for access.",
    "GTMarc, hello@gtmarc.example",
    "Privacy <https://gtmarc.example/privacy> · Unsubscribe <https://gtmarc.example/unsubscribe/abc>",
  ]);
  expect(text).not.toMatch(/\n{3}/);
});

test("a mail list shows the preview alone, or the body if there is none", () => {
  const hiddenOf = (preview: string) =>
    /<div data-skip-in-text[^>]*>(.*?)<\/div>/s.exec(
      renderMail(
        <MailFrame preview={preview} title="A question">
          Hello.
        </MailFrame>,
      ).html,
    );
  // A space: Alpine joins the last two words before a long run without one.
  expect(hiddenOf("About your leads.")![1]).toMatch(/^About your leads\. \u00a0/);
  expect(hiddenOf("")).toBeNull();
});

test("the HTML body loads nothing, declares its language, supports dark mode and escapes input", async () => {
  const { html } = renderMail(sample);
  expect(html).toMatch(/<html[^>]* lang="en"/);
  expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(|@import/i);
  expect(html).toContain("prefers-color-scheme:dark");
  expect(html.match(/<h1\b/g)).toHaveLength(1);
  expect(html).toContain("Hello Dana &amp; Co");
  expect(html).toContain("blueprint/7?x=1&amp;y=2");
  const { html: hostile } = renderMail(
    <MailFrame preview="<script>alert(1)</script>" title={'"><script>alert(1)</script>'}>
      <MailText>{"<img src=x onerror=alert(1)>"}</MailText>
    </MailFrame>,
  );
  expect(hostile).not.toMatch(/<script|<img/);
});

test("a code is on the band under the title, wherever it is in the body, and copies without a gap", async () => {
  const { html } = renderMail(sample);
  expect(html.indexOf("Here is the code</h1>")).toBeLessThan(html.indexOf("407"));
  expect(html.indexOf("407")).toBeLessThan(html.indexOf("Hello Dana"));
  const grouped = renderMail(
    <MailFrame preview="p" title="t">
      <MailCode>ABCD-EFGH-JKLM</MailCode>
    </MailFrame>,
  );
  expect(grouped.text).toContain("ABCD-EFGH-JKLM");
});

test("a firm's mails have its name, links and buttons in its accent color, in both themes", async () => {
  const mail = (
    <MailFrame preview="x" title="Hello">
      <MailButton href="https://harbor.example/x">Open</MailButton>
    </MailFrame>
  );
  useSettings({ FIRM_NAME: "Harbor", FIRM_ACCENT: "#0b5c8a" });
  const { html } = renderMail(mail);
  useSettings({ FIRM_NAME: "GTMarc", FIRM_ACCENT: undefined });
  expect(html).toMatch(/background-color:#0b5c8a/);
  expect(html).not.toMatch(/#c93d0e|#b0330a|#ff7d4a|#ff9468/);
});

test("a firm's PNG logo is in the header of its mails, with the name where images are blocked; other types are not", () => {
  const png = (width: number, height: number) => {
    const file = Buffer.alloc(45);
    file.write("\x89PNG\r\n\x1a\n", "latin1");
    file.writeUInt32BE(13, 8);
    file.write("IHDR", 12, "latin1");
    file.writeUInt32BE(width, 16);
    file.writeUInt32BE(height, 20);
    return logoOf("image/png", file);
  };
  const svg = logoOf("image/svg+xml", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>'));
  useSettings({ FIRM_NAME: "Harbor", FIRM_LOGO: svg });
  expect(renderMail(sample).html).not.toContain("<img");
  useSettings({ FIRM_LOGO: png(240, 80) });
  const { html, text } = renderMail(sample);
  const [, image] = /(<img[^>]*>)/.exec(html)!;
  expect(image).toMatch(/src="https:\/\/gtmarc\.example\/brand\/logo\?v=\w+"/);
  expect(image).toContain('width="96" height="32"');
  expect(image).toContain('alt="Harbor"');
  expect(html.match(/<img/g)).toHaveLength(1);
  expect(text).toMatch(/^Here is the code/);
});

test("half a character in a text does not make a mail that cannot be stored", () => {
  const { html, text } = renderMail(<p>{"Dana \ud83d"}</p>);
  expect([html.isWellFormed(), text]).toEqual([true, "Dana \ufffd"]);
});
