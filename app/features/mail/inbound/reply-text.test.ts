import { describe, expect, test } from "vitest";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { textOfHtml } from "./html-text.ts";
import { maxReplyText, replyText } from "./reply-text.ts";

test.each([
  ["On Tue, Nov 24, 2026 at 9:00 AM GTMarc <hello@gtmarc.example> wrote:"],
  ["On Tue, Nov 24, 2026 at 9:00 AM GTMarc\n<hello@gtmarc.example> wrote:"],
  ["On Fri, 27 Nov 2026 10:00:00 +0100\nGTMarc <hello@gtmarc.example> wrote:"],
  ["Am 24.11.2026 um 09:00 schrieb GTMarc <hello@gtmarc.example>:"],
  ["Le mar. 24 nov. 2026 à 09:00, GTMarc <hello@gtmarc.example> a écrit :"],
  ["El mar, 24 nov 2026 a las 9:00, GTMarc (<hello@gtmarc.example>) escribió:"],
  ["Il giorno mar 24 nov 2026 alle ore 09:00 GTMarc ha scritto:"],
  ["Op di 24 nov 2026 om 09:00 schreef GTMarc <hello@gtmarc.example>:"],
  ["pt., 27 lis 2026 o 10:00 GTMarc <hello@gtmarc.example> napisał(a):"],
  ["W dniu 27.11.2026 o 10:00, GTMarc pisze:"],
  ["2026年11月27日(金) 10:00 GTMarc <hello@gtmarc.example>:"],
  ["2026년 11월 27일 (금) 오전 10:00, GTMarc <hello@gtmarc.example>님이 작성:"],
  ["GTMarc <hello@gtmarc.example> writes:"],
  ["-----Original Message-----"],
  ["________________________________\nFrom: GTMarc <hello@gtmarc.example>\nSent: Tuesday\nSubject: A question"],
  ["From: GTMarc <hello@gtmarc.example>\nSent: Tuesday, November 24, 2026 9:00 AM\nTo: Dana"],
  ["Von: GTMarc\nGesendet: Dienstag, 24. November 2026\nAn: Dana\nBetreff: Eine Frage"],
  [
    'Gesendet: Dienstag, 24. November 2026 um 09:00 Uhr\nVon: "GTMarc" <hello@gtmarc.example>\nAn: d@e.example\nBetreff: Eine Frage',
  ],
  [
    '-----Original-Nachricht-----\nBetreff: Eine Frage\nDatum: 2026-11-24T09:00:00+0100\nVon: "GTMarc" <hello@gtmarc.example>\nAn: d@e.example',
  ],
  ["---- On Tue, 24 Nov 2026 09:00:00 +0100 GTMarc <hello@gtmarc.example> wrote ----"],
  ["ut 24. 11. 2026 o 9:00 GTMarc <hello@gtmarc.example> napísal(a):"],
  ["Pada tanggal Sel, 24 Nov 2026 pukul 09.00 GTMarc <hello@gtmarc.example> menulis:"],
  ["מאת: GTMarc <hello@gtmarc.example>\n\u200fנשלח: יום שלישי 24 נובמבר 2026 09:00\nאל: Dana\nנושא: שאלה"],
  ["من: GTMarc\nتم الإرسال: الثلاثاء، 24 نوفمبر 2026\nإلى: Dana\nالموضوع: سؤال"],
  ["De la: GTMarc\nTrimis: marți, 24 noiembrie 2026 09:00\nCătre: Dana\nSubiect: O întrebare"],
  ["Від: GTMarc\nНадіслано: 24 листопада 2026 р. 9:00\nКому: Dana\nТема: Питання"],
  ["Από: GTMarc\nΣτάλθηκε: Τρίτη, 24 Νοεμβρίου 2026 9:00 πμ\nΠρος: Dana\nΘέμα: Ερώτηση"],
  ["Từ: GTMarc\nĐã gửi: Thứ Ba, 24 Tháng Mười Một 2026 9:00\nĐến: Dana\nChủ đề: Câu hỏi"],
  ["差出人: GTMarc\n送信日時: 2026年11月24日 9:00\n宛先: Dana\n件名: 質問"],
])("a quote at the end is omitted, marked or not: %j", (start) => {
  const sent = ["Would Thursday work?\nWe have time in the morning."];
  const own = "Yes, Thursday works.\n\nDana";
  expect(replyText(`${own}\n\n${start}\n> Would Thursday work?\n> We have time in the morning.`)).toBe(own);
  expect(replyText(`${own}\n\n${start}\n\n> Would Thursday work?\nWe have time in the\nmorning.`, sent)).toBe(own);
  if (!start.includes("金"))
    expect(replyText(`${own}\n\n${start}\nWould Thursday work?\nWe have time in the morning.`, sent)).toBe(own);
});

test("the invisible filler after a preview text is not part of a reply, and hides no quote", () => {
  const filler = "\u00a0\u200c \u200d\ufeff".repeat(40);
  const quote = `On Sun, 29 Nov 2026, GTMarc wrote:\n> One more thing. ${filler}\n> ${filler}\n> Would Thursday work?`;
  expect(replyText(`Yes.\n\n${quote}`, ["One more thing.\nWould Thursday work?"])).toBe("Yes.");
  const below = replyText(`${quote}\n\nYes.`);
  expect(below.split("\n").slice(1)).toEqual(["> One more thing.", ">", "> Would Thursday work?", "", "Yes."]);
  for (const kept of ["می‌خواهم", "👩‍💻👩‍🚀", "a\u00a0b\u00a0c"]) expect(replyText(kept)).toBe(kept);
});

test("lines without a visible character are blank, also between an attribution and its quote", () => {
  for (const blank of ["\u200b", "\u200e", "\u2060 "]) {
    const quote = `On Tue, Nov 24, 2026 at 9:00 AM GTMarc wrote:\n${blank}\n> Would Thursday work?`;
    expect(replyText(`Yes.\n${blank}\n${quote}`)).toBe("Yes.");
    expect(replyText(`${blank}\n${quote}\n\nYes.`)).toContain("> Would Thursday work?");
  }
});

test("answers below and between the lines of a quote stay, with the quote", () => {
  const between = "Inline:\n> first question\nYes.\n> second\nNo.";
  expect(replyText(between)).toBe(between);
  const below = "On Tue, Nov 24, 2026 at 9:00 AM GTMarc wrote:\n> Thursday?\n\nYes.";
  expect(replyText(below)).toBe(below);
});

test("answers between the lines of a quote without marks stay; the lines of our mail get marks", () => {
  const head = "See below.\n\nFrom: GTMarc <hello@gtmarc.example>\nSent: Tuesday\nSubject: A question";
  const body = `${head}\n\nHow many people process the orders?\nTwelve.\nWhich tools do you use for it?\nYes.`;
  expect(replyText(body, ["How many people process the orders?\nWhich tools do you use for it?\nYesterday"])).toBe(
    `${head}\n\n> How many people process the orders?\nTwelve.\n> Which tools do you use for it?\nYes.`,
  );
});

test.each(["|", ":", "|>", "}", "»", "#", "*", "＞", "│"])(
  "empty lines of a quote that is marked with %s are the quote's",
  (mark) => {
    const sent = ["Would Thursday at ten work for a call?", "Which tools do your people use?"];
    const quote = [sent[0], "", sent[1], ""].map((line) => `${mark} ${line}`).join("\n");
    const text = replyText(`On Tue, Nov 24, 2026 at 9:00 AM GTMarc wrote:\n${quote}\n\nYes.\n--`, [sent.join("\n\n")]);
    expect(text.split("\n").filter((line) => !line.startsWith(">"))).toEqual([
      ...["On Tue, Nov 24, 2026 at 9:00 AM GTMarc wrote:", "", "Yes.", "--"],
    ]);
  },
);

test("answers inside the marks of a quote of our mail lose the marks", () => {
  const sent = ["How many people process the orders?\nWhich tools do you use for it?"];
  const attribution = "On Tue, Nov 24, 2026 at 9:00 AM GTMarc wrote:";
  const body = `Hi\n\n${attribution}\n> How many people process the orders?\n> Twelve.\n> Which tools do you use for it?`;
  expect(replyText(body, sent)).toBe(body.replace("> Twelve", "Twelve"));
});

describe("answers of a few words that our mail also uses", () => {
  const sent = [
    "Hi Dana,",
    "Would Tuesday or Thursday work for you? Yes or no is enough.",
    "Which tools do you use: HubSpot, Excel or none of them? No is also an answer.",
    "If you want the guide, reply with: Yes, send me the guide.",
    "To leave the list, please stop writing is enough. Twelve firms use it today.",
    "Regards, Lee",
  ];
  const starts = [
    ["On Tue, Nov 24, 2026 at 9:00 AM GTMarc <hello@gtmarc.example> wrote:", "> "],
    ["On Tue, Nov 24, 2026 at 9:00 AM GTMarc <hello@gtmarc.example> wrote:", ""],
    ["Am 24.11.2026 um 09:00 schrieb GTMarc <hello@gtmarc.example>:", "> "],
    ["Le mar. 24 nov. 2026 à 09:00, GTMarc <hello@gtmarc.example> a écrit :", ""],
    [
      "From: GTMarc <hello@gtmarc.example>\nSent: Tuesday, November 24, 2026 9:00 AM\nTo: Dana\nSubject: A question",
      "",
    ],
    ["-----Original Message-----", ""],
  ] as const;
  const answers = [
    ...[
      "Yes",
      "No.",
      "Tuesday",
      "HubSpot",
      "Twelve",
      "None",
      "Yes, send me the guide",
      "Please stop writing",
      "Tuesday or Thursday",
    ],
  ];
  const cases = starts.flatMap(([start, mark]) =>
    answers.flatMap((answer) => sent.map((_, after) => ({ start, mark, answer, after }))),
  );

  test.each(cases)("$answer after line $after, $mark$start", ({ start, mark, answer, after }) => {
    const lines = sent.map((line) => `${mark}${line}`);
    const quote = [...lines.slice(0, after + 1), "", answer, "", ...lines.slice(after + 1)].join("\n");
    const text = replyText(`${start}\n${quote}`, [sent.join("\n")]);
    expect(text.split("\n")).toContain(answer);
    const withHead = replyText(`See below.\n\n${start}\n${quote}`, [sent.join("\n")]);
    expect(withHead.split("\n")).toContain(answer);
  });
});

test("a quote without marks of an unknown mail stays and gets marks", () => {
  const head = "Yes.\n\n-----Original Message-----\nFrom: Lee <lee@x.example>\nSent: Monday\nSubject: Orders";
  expect(replyText(`${head}\n\nHello Dana,`, ["Something else that we wrote."])).toBe(`${head}\n\n> Hello Dana,`);
});

test.each([
  "From: what I hear, it works.\nOn Monday my boss wrote a note.",
  "Here is our route:\nFrom: Hamburg\nTo: Berlin\nDate: Monday",
  "Our plan:\nDate: Monday\nFrom: Hamburg\nTo: Berlin",
  "From: Monday on we are closed.\nDate: the 12th suits us.",
  "Our agenda for 27.11.2026, 10:00:\nintroduction\nquestions",
  "Please write to our buyer <lee@x.example>:\nhe decides.",
  "Price list:\n_____________\nFrom: 10 pieces on 2 EUR\nTo: 100 pieces",
])("lines of a person that look like headers or attributions stay: %j", (text) => {
  expect(replyText(text, ["A question about your process."])).toBe(text);
});

test.each([
  "Date: Tuesday\nFrom: 10:00\nTo: 11:00\nSubject: Kickoff",
  "Subject: Kickoff\nDate: 3 March 2026\nFrom: 10:00 AM\nTo: 11:00 AM",
  "From: 10:00\nTo: 11:00\nDate: 3 March 2026\nSubject: Kickoff",
])("a time that a person proposes above a quote stays: %j", (proposal) => {
  const quote = "On Tue, Nov 24, 2026 at 9:00 AM GTMarc <hello@gtmarc.example> wrote:\n> Would Thursday work?";
  for (const text of [`Please invite us:\n${proposal}`, `${proposal}\nRoom 4`])
    expect(replyText(`${text}\n\n${quote}`, ["Would Thursday work?"])).toBe(text);
});

test("without words outside of the quote everything stays", () => {
  const body = "On Tue, Nov 24, 2026 at 9:00 AM GTMarc <hello@gtmarc.example> wrote:\n> Would Thursday work?";
  expect(replyText(body)).toBe(body);
});

test("words before a quote of another mail are no attribution of ours", () => {
  expect(replyText("My boss writes:\n> We have signed with someone else.", ["A question."])).toBe("My boss writes:");
});

test("text is truncated, and characters that a database cannot store are removed", () => {
  expect(replyText("a\u0000b\ud800c\u0007d")).toBe("ab\ufffdcd");
  expect(replyText("x".repeat(100_000))).toHaveLength(maxReplyText);
  expect(replyText("\n".repeat(500_000))).toBe("");
});

test("of a quote that makes the text too long the first lines stay, and all words below it", () => {
  const quote = Array.from({ length: 800 }, (_, at) => `> line ${at} ${"of a quote ".repeat(5)}`).join("\n");
  const text = replyText(`On Tue, Nov 24, 2026 at 9:00 AM GTMarc wrote:\n${quote}\n\nYes, Thursday works.`);
  expect(text.length).toBeLessThan(1000);
  expect(text).toMatch(/> line 4 .*\n> \[…\]\n\nYes, Thursday works\.$/);
});

test("an HTML reply becomes text without its quote, scripts and images", () => {
  const html =
    '<p>Yes, <a href="https://evil.example">Thursday</a> works.</p><script>alert(1)</script><img src="x" onerror="y">' +
    '<div class="gmail_quote"><blockquote>Would Thursday work?</blockquote></div>';
  expect(replyText(textOfHtml(html))).toBe("Yes, Thursday works.");
});

test("deep and broken HTML is parsed without an error", () => {
  expect(typeof textOfHtml("<b>".repeat(60_000))).toBe("string");
  expect(typeof textOfHtml("<table><tr><td>".repeat(10_000))).toBe("string");
  expect(textOfHtml('<p title="')).toBe("");
});

test.each([
  ["tens of thousands of marks on a letter", `> a${"\u0301\u0327\u0323".repeat(60_000)}`],
  ["letters that become eighteen", `> ${"\ufdfa".repeat(190_000)}`],
  ["lines at every depth", Array.from({ length: 600 }, (_, at) => `${">".repeat(at % 300)} a`).join("\n")],
  ["lines that are almost in the mail", `> ${"a ".repeat(150)}b\n`.repeat(600)],
])(
  "a reply of %s is compared with the sent mail in a moment",
  withinCpu(3000, (_what, body) => {
    const sent = ["a ".repeat(20_000), "a\u0301\u0327".repeat(13_000)];
    expect(replyText(body, sent).length).toBeLessThanOrEqual(20_000);
  }),
);
