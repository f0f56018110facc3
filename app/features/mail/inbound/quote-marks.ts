/* Signs of quoted mail: attribution lines, header blocks and dividers, as mail programs write them in many languages. */

/** Longer lines are no sign of a quote. */
const maxLine = 300;

/** ">", also nested; returns its depth and the text behind it. */
export function unquoted(line: string): { depth: number; text: string } {
  const mark = /^\s{0,3}(?:>\s?)+/.exec(line)?.[0] ?? "";
  return { depth: mark.match(/>/g)?.length ?? 0, text: line.slice(mark.length) };
}

const bracketedAddress = /[<([][^\s<>()[\]@]{1,100}@[^\s<>()[\]@]{1,200}[>)\]]/;
const date = /\b(?:19|20)\d\d\b|\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|(?:19|20)\d\d\s?[年년]/;
const time = /\b\d{1,2}[:.h]\d{2}|\d{1,2}\s?[時时시]\s?\d{0,2}|\b\d{1,2}\s?uhr\b/i;
const verb =
  /(?:^|[^\p{L}])(?:wrote|writes|schrieb|schreibt|geschrieben|écrit|escribió|escribe|scritto|scrive|escreveu|schreef|skrev|skriver|kirjoitti|napisał(?:\(a\)|a)?|napisana|pisze|napsala?|napísal(?:\(a\)|a)?|napisala?|napisao|menulis|írta|yazdı|a scris|έγραψε|написала?|пише(?:т)?|написав|написао|كتب|כתב|viết)(?!\p{L})|写道|寫道|書きました|のメール|작성/iu;
/** Zoho writes the line between dashes. */
const isEnded = /[:：]\s*$|^\s*-{3,}.*\s-{3,}\s*$/;

/**
 * Whether a line introduces a quote, such as "On 11/27/26 1:00 AM, GTMarc wrote:". `strong`: it has a date with a time
 * or a verb, or an address with one of both, so that a person is unlikely to have typed it. `weak`: only a verb.
 */
export function attributionIn(line: string): "strong" | "weak" | null {
  if (line.length > maxLine || !isEnded.test(line)) return null;
  const hasVerb = verb.test(line);
  const hasDate = date.test(line);
  if (bracketedAddress.test(line) && (hasVerb || hasDate)) return "strong";
  if (hasDate && (hasVerb || time.test(line))) return "strong";
  return hasVerb ? "weak" : null;
}

/** Whether an attribution is certain enough for a quote without marks, as Yahoo and webmail write it. */
export const isCertain = (line: string): boolean =>
  isEnded.test(line) && verb.test(line) && (bracketedAddress.test(line) || (date.test(line) && time.test(line)));

/** The first line of a wrapped attribution: "On Fri, 27 Nov 2026 10:00:00 +0100". */
export const startsAttribution = (line: string): boolean =>
  line.length <= maxLine &&
  !/[.!?。！？]\s*$/.test(line) &&
  (bracketedAddress.test(line) || (date.test(line) && time.test(line)));

const labels = {
  from: "from|von|de|da|od|van|från|fra|lähettäjä|feladó|kimden|от|від|差出人|送信者|发件人|寄件者|보낸 사람|de la|από|від|šalje|מאת|من|จาก|từ|dari",
  sent: "sent|date|gesendet|datum|envoyé|enviad[oa](?: el| em)?|fecha|inviato|data|wysłano|verzonden|skickat|sendt|dato|lähetetty|odesláno|elküldve|gönderildi|отправлено|дата|送信日時|日付|日時|发送时间|寄件日期|日期|보낸 날짜|날짜|trimis|στάλθηκε|надіслано|изпратено|poslano|odoslané|נשלח|تم الإرسال|التاريخ|ส่ง|วันที่|đã gửi|ngày|dikirim|tanggal",
  to: "to|an|à|para|a|do|aan|till|til|komu|vastaanottaja|címzett|kime|кому|宛先|收件人|받는 사람|către|προς|prima|до|אל|إلى|ถึง|đến|kepada",
  subject:
    "subject|betreff|objet|asunto|oggetto|temat|onderwerp|ämne|emne|aihe|předmět|tárgy|konu|assunto|тема|件名|主题|主旨|제목|subiect|θέμα|predmet|נושא|الموضوع|เรื่อง|chủ đề|subjek",
} as const;
type Label = keyof typeof labels;
const labelPatterns = Object.entries(labels).map(
  ([name, words]) =>
    [name as Label, new RegExp(`^[\\s\u200e\u200f]*[*_]{0,2}(?:${words})\\s?[*_]{0,2}\\s?[:：]`, "iu")] as const,
);
const otherHeader =
  /^\s*\*{0,2}(?:cc|bcc|kopie|kopia|dw|reply-to|antwort an|importance|priority|wichtigkeit)\*{0,2}\s?[:：]/i;
const maxHeaderLines = 9;
/** A header with a value that starts with a digit and has no address, such as "From: 10:00", does not name a sender. */
const startsWithDigit = /[:：]\s*\d[^@]*$/;

const labelOf = (line: string): Label | undefined =>
  line.length <= 1000 ? labelPatterns.find(([, pattern]) => pattern.test(line))?.[0] : undefined;

/**
 * Returns the number of lines of the header block that Outlook and others write above a quote; 0 if there is none here.
 * A block has a date and the sender's address, or begins with a sender and has a date and a subject: a person's own
 * "From: Hamburg" or "From: 10:00" has not. GMX begins with the date, T-Online with the subject; both write the address.
 */
export function headerBlockAt(lines: readonly string[], start: number): number {
  if (!labelOf(lines[start] ?? "")) return 0;
  const found = new Set<Label>();
  let end = start;
  let sender = start;
  for (let at = start; at < Math.min(lines.length, start + maxHeaderLines); at += 1) {
    const label = labelOf(lines[at]!);
    if (lines[at]!.trim() === "" || (label && found.has(label))) break;
    if (label) found.add(label);
    if (label === "from") sender = at;
    if (label || otherHeader.test(lines[at]!)) end = at + 1;
  }
  if (!found.has("from") || !found.has("sent") || startsWithDigit.test(lines[sender]!)) return 0;
  const hasAddress = /[^\s@]@[^\s@]/.test(lines.slice(sender, sender + 2).join(" "));
  return hasAddress || (sender === start && found.has("subject")) ? end - start : 0;
}

/** "-----Original Message-----", or the line of underscores of Outlook if a header block follows. */
const namedDivider =
  /^\s*-{2,}\s*(?:original (?:message|appointment)|forwarded message|reply message|(?:urspr(?:ü|ue)ngliche|weitergeleitete) nachricht|original-nachricht|message (?:d['’]origine|transféré)|messaggio originale|mensaje original|oorspronkelijk bericht|mensagem original|ursprungligt meddelande|oprindelig meddelelse|wiadomość oryginalna|oryginalna wiadomość|původní zpráva|исходное сообщение|original ?メッセージ|元のメッセージ|原始邮件|원본 메(?:시|세)지)\s*-{2,}\s*$/iu;
const rule = /^\s*[_-]{5,}\s*$/;

/** Returns the number of lines of a divider with the header block after it; 0 if there is none here. */
export function dividerAt(lines: readonly string[], start: number): number {
  const line = lines[start] ?? "";
  const isNamed = namedDivider.test(line);
  if (!isNamed && !rule.test(line)) return headerBlockAt(lines, start);
  let next = start + 1;
  while (next < lines.length && next < start + 4 && lines[next]!.trim() === "") next += 1;
  const block = headerBlockAt(lines, next);
  if (block > 0) return next + block - start;
  return isNamed ? 1 : 0;
}
