import { expect, test } from "vitest";
import { judgeCalendarResponse, judgeReply } from "./automatic-replies.ts";
import { calendarResponseIn } from "./calendar-response.ts";

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
  "Poissaoloilmoitus: Kysymys",
  "Ferienabwesenheit: Frage",
  "Op vakantie: Vraag",
  "Sono in ferie: Domanda",
  "Estoy de vacaciones: Pregunta",
  "Urlop: Pytanie",
  "Izvan ureda: Pitanje",
  "Kontorist väljas: Küsimus",
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
  [{ precedence: "auto_reply" }],
  [{ "x-autoreply": "yes" }],
  [{ "x-autorespond": "" }],
  [{ "return-path": "<>" }],
  [{ "delivered-to": "Autoresponder" }],
])("the headers %j are recognized as automatic", (headers) => {
  expect(judge(headers)).toBe("automatic");
});

test.each([
  [{ precedence: "list", "mailing-list": "list hello@gtmarc.example", "list-id": "<hello.gtmarc.example>" }],
  [{ precedence: "bulk", "x-rt-loop-prevention": "client.example" }],
  [{ precedence: "junk" }],
  [{ "list-id": "<team.northfield.example>", "list-unsubscribe": "<mailto:leave@northfield.example>" }],
  [{ "auto-submitted": "no", precedence: "list" }],
  [{ "x-auto-response-suppress": "All" }],
])("the headers %j say how a mail was distributed: a person's reply", (headers) => {
  expect(judge(headers)).toBe("reply");
});

test.each([
  ["[External] Automatic reply: A question", "automatic"],
  ["[EXT] Automatische Antwort: A question", "automatic"],
  ["*EXTERN* Abwesenheitsnotiz: A question", "out_of_office"],
  ["[EXTERNAL] [Firm] Réponse automatique : A question", "automatic"],
  ["EXTERNAL: Out of office", "out_of_office"],
  ["Extern - Automatische Antwort", "automatic"],
  ["(Externe) Absence du bureau : A question", "out_of_office"],
  ["[EXT] Re: Automatic reply rates", "reply"],
  ["[client.example #1] A question", "reply"],
  ["[External] Re: A question", "reply"],
])("before the subject %j tags of mail servers are ignored: %s", (subject, kind) => {
  expect(judge({}, subject)).toBe(kind);
});

test.each([
  ["Automatyczna odpowiedź: Pytanie", "automatic"],
  ["Odpowiedź automatyczna: Pytanie", "automatic"],
  ["Automatická odpověď: Dotaz", "automatic"],
  ["Automatická odpoveď: Otázka", "automatic"],
  ["Automatikus válasz: Kérdés", "automatic"],
  ["Otomatik yanıt: Bir soru", "automatic"],
  ["Răspuns automat: O întrebare", "automatic"],
  ["Αυτόματη απάντηση: Μια ερώτηση", "automatic"],
  ["Автоматична відповідь: Питання", "automatic"],
  ["תשובה אוטומטית: שאלה", "automatic"],
  ["رد تلقائي: سؤال", "automatic"],
  ["自動回覆: 問題", "automatic"],
  ["自动答复: 问题", "automatic"],
  ["자동 회신: 질문", "automatic"],
  ["Trả lời tự động: Câu hỏi", "automatic"],
  ["ตอบกลับอัตโนมัติ: คำถาม", "automatic"],
  ["Automatisch antwoord: Een vraag", "automatic"],
  ["Automaattinen vastaus: Kysymys", "automatic"],
  ["Jestem poza biurem", "out_of_office"],
  ["Poza biurem: Pytanie", "out_of_office"],
  ["Nepřítomnost: Dotaz", "out_of_office"],
  ["Házon kívül: Kérdés", "out_of_office"],
  ["Ofis dışında: Bir soru", "out_of_office"],
  ["Εκτός γραφείου: Μια ερώτηση", "out_of_office"],
  ["מחוץ למשרד: שאלה", "out_of_office"],
  ["خارج المكتب: سؤال", "out_of_office"],
  ["不在办公室: 问题", "out_of_office"],
  ["休暇のお知らせ", "out_of_office"],
  ["away from my mail", "out_of_office"],
])("the subject %j is automatic: %s", (subject, kind) => {
  expect(judge({}, subject)).toBe(kind);
});

test("Dovecot's vacation is an absence notice", () => {
  expect(judge({ "auto-submitted": "auto-replied (vacation)", precedence: "bulk" }, "Auto: A question")).toBe(
    "out_of_office",
  );
});

test("the button of a calendar program is neither a reply nor automatic, unless the person wrote words", () => {
  const calendar = (lines: string) => `BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\n${lines}END:VEVENT\r\n`;
  const judged = (text: string) => {
    const response = calendarResponseIn([text]);
    return response && judgeCalendarResponse(response);
  };
  const attendee = (state: string) => `ATTENDEE;CN="Dana W";PARTST\r\n AT=${state}:mailto:dana@northfield.example\r\n`;
  expect(judged(calendar(attendee("ACCEPTED")))).toEqual({
    ...{ kind: "calendar", calendarResponse: "accepted" },
    reason: "An invitation was accepted.",
  });
  expect(judged(calendar(attendee("DECLINED")))?.reason).toBe("An invitation was declined.");
  expect(judged(calendar(`${attendee("ACCEPTED")}COMMENT;LANGUAGE=en-US:\\n\r\n`))?.kind).toBe("calendar");
  expect(judged(calendar(`${attendee("ACCEPTED")}COMMENT:But stop writing.\r\n`))?.kind).toBe("reply");
  expect(judged(calendar("").replace("REPLY", "REQUEST"))).toBeNull();
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
