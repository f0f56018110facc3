import { expect, test } from "vitest";
import { judgeReply } from "./automatic-replies.ts";

const judge = (headers: Record<string, string>, subject = "Re: A question", from = "dana@northfield.example") =>
  judgeReply(new Map(Object.entries(headers)), subject, from).kind;

test.each([
  "Out of Office Re: A question",
  "Out of the office until Monday",
  "OOO: A question",
  "[Out of office] A question",
  "On vacation until August 3",
  "Abwesenheitsnotiz: A question",
  "Nicht im Büro bis 12. Mai",
  "Absence du bureau : A question",
  "Fuera de la oficina: A question",
  "Fuori sede: A question",
  "Afwezig: A question",
  "Frånvarande: A question",
  "Nieobecność: A question",
  "不在のお知らせ",
])("the subject %j is an absence notice", (subject) => {
  expect(judge({}, subject)).toBe("out_of_office");
});

test.each([
  "Automatic reply: A question",
  "Auto-Reply: A question",
  "Automatische Antwort: A question",
  "Réponse automatique : A question",
  "Respuesta automática: A question",
  "Risposta automatica: A question",
  "Automatisch antwoord: A question",
  "Resposta automática: A question",
  "Autosvar: A question",
  "Автоответ: A question",
  "自動応答: A question",
])("the subject %j is an automatic reply", (subject) => {
  expect(judge({}, subject)).toBe("automatic");
});

test.each([
  [{ "auto-submitted": "auto-replied" }],
  [{ "auto-submitted": "auto-generated; owner-email=x@y.example" }],
  [{ precedence: "bulk" }],
  [{ precedence: "auto_reply" }],
  [{ "x-autoreply": "yes" }],
  [{ "x-autorespond": "" }],
  [{ "list-id": "<team.northfield.example>" }],
  [{ "return-path": "<>" }],
  [{ "delivered-to": "Autoresponder" }],
])("the headers %j are recognized as automatic", (headers) => {
  expect(judge(headers)).toBe("automatic");
});

test("a vacation header makes an automatic reply an absence notice", () => {
  expect(judge({ "x-vacation": "1", "auto-submitted": "auto-replied" })).toBe("out_of_office");
});

test.each([
  "Re: A question",
  "RE: Out of office hours",
  "AW: Automatische Antwort?",
  "Sv: Autosvar",
  "",
  "I am interested",
])("%j with the headers of a person is a reply", (subject) => {
  expect(judgeReply(new Map([["auto-submitted", "no"]]), subject, "dana@northfield.example")).toEqual({
    kind: "reply",
    reason: null,
  });
});

test("mail from a no-reply mailbox is not a person's reply", () => {
  for (const from of ["no-reply@x.example", "MAILER-DAEMON@x.example", "postmaster@x.example"])
    expect(judge({}, "Re: A question", from)).toBe("automatic");
  expect(judge({}, "Re: A question", "noreplyson@x.example")).toBe("reply");
});
