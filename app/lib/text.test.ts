import { expect, test } from "vitest";
import { z } from "zod";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { findUnreadable, isReadable, oneLine, optionalLine, severalLines, text, unreadableCharacters } from "./text.ts";

const firstMessage = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test("line breaks, control characters and runs of spaces become one space", () => {
  expect(oneLine("  Acme\r\nLtd\u2028 and\u0007\tSons ")).toBe("Acme Ltd and Sons");
});

test("characters that turn the text after them around are removed; marks inside of words stay", () => {
  expect(oneLine("\u202efdp.exe\u202c \u2066Acme\u2069 \u202a+49 30 123\u202c")).toBe("fdp.exe Acme +49 30 123");
  expect(severalLines("a\u202eb\nc\u2067d")).toBe("ab\ncd");
  expect(oneLine("می\u200cخواهم \u200fא\u200e")).toBe("می\u200cخواهم \u200fא\u200e");
});

test("multi-line text keeps line breaks and tabs and loses other control characters", () => {
  expect(severalLines(" one\r\ntwo\rthree\u2028four\u000bfive\u0007\tsix\u009f ")).toBe(
    "one\ntwo\nthree\nfour\nfive\tsix",
  );
});

test("U+0000 and unpaired surrogates are refused in every shape; all other text is readable", () => {
  for (const shape of ["line", "lines", "verbatim"] as const)
    for (const hostile of ["\u0000", "a\u0000b", "\ud800", "a\udfffb", "\udc00\ud800"])
      expect(firstMessage(text({ max: 9, shape }), hostile), shape).toBe(unreadableCharacters);
  for (const fine of ["", "👩‍👩‍👧‍👦", "שלום", "\u0007", "\ufffd", "𐍈"]) expect(isReadable(fine)).toBe(true);
});

test("text is trimmed and composed before counting; verbatim text stays unchanged", () => {
  expect(text({ max: 4 }).parse("  Ame\u0301\n ")).toBe("Amé");
  expect(text({ max: 4, shape: "lines" }).parse(" a\r\nb ")).toBe("a\nb");
  expect(text({ max: 9, shape: "verbatim" }).parse(" e\u0301\r\n ")).toBe(" e\u0301\r\n ");
  expect(firstMessage(text({ max: 3 }), "abcd")).toBe("Use at most 3 characters.");
  expect(firstMessage(text({ max: 3, tooLong: "Shorter." }), "abcd")).toBe("Shorter.");
  expect(text({ max: 4 }).parse("𐍈𐍈")).toBe("𐍈𐍈");
  expect(firstMessage(text({ max: 3 }), "𐍈𐍈")).toBe("Use at most 3 characters.");
  expect(text({ max: 3 }).safeParse("abcd").error?.issues).toHaveLength(1);
});

test("required text has its own message when it is missing, empty or too short", () => {
  const name = text({ max: 9, min: 2, required: "Please enter your name." });
  for (const value of [undefined, null, 7, "", " \u0007 ", "a"])
    expect(firstMessage(name, value)).toBe("Please enter your name.");
  expect(name.parse("Bo")).toBe("Bo");
});

test("text of only invisible characters counts as empty", () => {
  const name = text({ max: 99, required: "Please enter your name." });
  const lines = text({ max: 99, shape: "lines", required: "Please write something." });
  const blanks = ["\u200b", "\u2060", "\ufeff", "\u00ad", "\u200e\u200f\u061c", "\u115f\u1160\u3164\uffa0", "\u2800"];
  for (const blank of [...blanks, "\u200c\u200d", "\ufe0f", "\u{e0061}", ` \u200b\n${blanks.join(" ")} `]) {
    expect(firstMessage(name, blank), escape(blank)).toBe("Please enter your name.");
    expect(firstMessage(lines, blank), escape(blank)).toBe("Please write something.");
    expect(text({ max: 99 }).parse(blank), escape(blank)).toBe("");
    expect(optionalLine(99).parse(blank), escape(blank)).toBeUndefined();
  }
  for (const visible of ["می\u200cخواهم", "क्\u200dष", "👩\u200d🚀", "❤\ufe0f", "\u200fא", "한\u3164글", "\u0301", "7"])
    expect(name.parse(visible)).toBe(visible);
});

test("an empty field counts as omitted; a long one is refused with its limit", () => {
  const line = optionalLine(5);
  for (const left of [undefined, null, "", " \n "]) expect(line.parse(left)).toBeUndefined();
  expect(line.parse(" abc ")).toBe("abc");
  expect(firstMessage(line, "abcdef")).toBe("Use at most 5 characters.");
  expect(firstMessage(line, "a\u0000")).toBe(unreadableCharacters);
  expect(line.safeParse(7).success).toBe(false);
});

test("unreadable text is found in values, lists and keys", () => {
  expect(findUnreadable({ a: ["x", { b: "y\u0000" }] })).toEqual(["a", "1", "b"]);
  expect(findUnreadable({ a: { "\ud800": 1 } })).toEqual(["a"]);
  expect(findUnreadable("\u0000")).toEqual([]);
  expect(findUnreadable(JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`))).toHaveLength(64);
  expect(findUnreadable({ a: [1, null, true, new Date(), "fine"], b: undefined })).toBeNull();
});

test("values of the wrong kind get plain messages", () => {
  const form = z.object({
    name: z.string(),
    size: z.number().max(10),
    tags: z.array(z.string()).min(1),
    id: z.uuid(),
    kind: z.enum(["a", "b"]),
    on: z.iso.date(),
  });
  const said = (value: unknown) => form.safeParse(value).error?.issues.map(({ message }) => message);
  expect(said(null)).toEqual(["Please send an object with named values."]);
  expect(said({})).toEqual([
    "Please fill this in.",
    "Please fill this in.",
    "Please fill this in.",
    "Please fill this in.",
    "Please choose one of the listed values.",
    "Please fill this in.",
  ]);
  expect(said({ name: 7, size: 11, tags: [], id: "x", kind: "c", on: "today" })).toEqual([
    "Please enter text.",
    "Please enter a number that is at most 10.",
    "Please choose at least 1.",
    "This is not a valid id.",
    "Please choose one of the listed values.",
    "Please use a date such as 2026-11-24.",
  ]);
});

test(
  "a text of thousands of combining marks is refused without composing it",
  withinCpu(5000, () => {
    expect(firstMessage(text({ max: 300 }), `e${"\u0301\u0323".repeat(150_000)}`)).toBe("Use at most 300 characters.");
  }),
);

test("a text is measured after composition", () => {
  const line = "\u1fa7".repeat(300);
  expect(text({ max: 300 }).parse(line.normalize("NFD"))).toBe(line);
});
