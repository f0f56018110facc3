import { expect, test } from "vitest";
import { mentionedIn, mentionOf, openMention, suggestMentions } from "./mentions.ts";

const person = (name: string, email: string) => ({ userId: email, name, email });
const jonas = person("Jonas", "jonas@gtmarc.example");
const reyes = person("Jonas Reyes", "reyes@gtmarc.example");
const mara = person("Mara Lindqvist", "mara@gtmarc.example");
const admins = [jonas, reyes, mara];
const names = (text: string, people = admins) => mentionedIn(text, people).map(({ name }) => name);

test("a mention is an @ and the whole name or address of an admin", () => {
  expect(names("Ask @Jonas Reyes, and (@mara lindqvist).")).toEqual(["Jonas Reyes", "Mara Lindqvist"]);
  expect(names("@jonas: see above. @reyes@gtmarc.example too.")).toEqual(["Jonas", "Jonas Reyes"]);
  expect(names("@Jonas @Jonas")).toEqual(["Jonas"]);
  for (const text of ["@Jonasson", "mail@jonas", "Jonas Reyes", "@ Jonas", "@Mara", "@"])
    expect(names(text)).toEqual([]);
});

test("admins with the same name are mentioned by address", () => {
  const twins = [jonas, person("JONAS", "second@gtmarc.example")];
  expect(mentionOf(jonas, twins)).toBe("@jonas@gtmarc.example");
  expect(mentionOf(jonas, admins)).toBe("@Jonas");
  expect(names("@Jonas", twins)).toEqual([]);
  expect(names("@second@gtmarc.example", twins)).toEqual(["JONAS"]);
});

test("suggestions follow the text between the @ and the caret", () => {
  expect(openMention("Ask @Jonas Re now", 13)).toEqual({ at: 4, typed: "Jonas Re" });
  expect(openMention("@", 1)).toEqual({ at: 0, typed: "" });
  expect(openMention("mail@jonas", 10)).toBeNull();
  expect(openMention("Ask @Jonas Reyes about it", 25)).toBeNull();
  expect(suggestMentions("re", admins)).toEqual([reyes]);
  expect(suggestMentions("jonas", admins)).toEqual([jonas, reyes]);
  expect(suggestMentions("ona", admins)).toEqual([]);
  expect(suggestMentions("", admins)).toEqual(admins);
});
