import { daySeconds, hourSeconds } from "#app/lib/durations.ts";
import { counted } from "#app/lib/numbers.ts";
import { hmac, keyOf, toBase64, toHex } from "./browser-signing.ts";
import { toleranceSeconds } from "./verifiers.ts";

/* Finds out why a receiver refused a signature. Runs in the browser: neither secret nor message is sent anywhere. */

type Verdict =
  | "missing_header"
  | "bad_secret"
  | "changed_body"
  | "wrong_secret"
  | "wrong_time"
  | "mistake_in_code"
  | "valid"
  | "cannot_sign";

export type Diagnosis = { verdict: Verdict; title: string; text: string; fix: string };

type SignatureQuestion = {
  body: string;
  headers: string;
  secret: string;
  /** The signature that the receiver's own code computed; empty if unknown. */
  computed: string;
};

export const signedHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

export async function diagnoseSignature(question: SignatureQuestion, now: Date = new Date()): Promise<Diagnosis> {
  const headers = readHeaders(question.headers);
  const missing = signedHeaders.filter((name) => !headers.get(name));
  if (missing.length > 0)
    return {
      verdict: "missing_header",
      title: missing.length === 1 ? "A header is missing." : "Headers are missing.",
      text: `The pasted headers do not contain ${missing.join(", ")}. Every message has all three headers.`,
      fix: "If your program did not receive them, a proxy or gateway in front of it removes them: allow headers that begin with webhook-. Otherwise paste all headers.",
    };
  const key = keyOf(question.secret.trim());
  if (!key)
    return {
      verdict: "bad_secret",
      title: "This is not a complete secret.",
      text: "A secret begins with whsec_, followed by letters, digits, + and /, and often ends with =.",
      fix: "Show the secret on the page of the endpoint and copy all of it, without quotes or spaces.",
    };
  const [id, timestamp] = [headers.get("webhook-id")!, headers.get("webhook-timestamp")!];
  const given = headers.get("webhook-signature")!.split(" ");
  const isSigned = async (body: string) => {
    const signature = await hmac(key, `${id}.${timestamp}.${body}`);
    return signature && given.includes(`v1,${toBase64(signature)}`);
  };
  const isExact = await isSigned(question.body);
  if (isExact === null) return cannotSign;
  if (isExact) return diagnoseSigned(question, { id, timestamp, key }, now);
  for (const body of otherForms(question.body)) {
    if (!(await isSigned(body))) continue;
    return {
      verdict: "changed_body",
      title: "The body was changed before the check.",
      text: "With other spaces or line breaks the signature is right. The body was probably parsed as JSON and written again.",
      fix: rawBodyFix,
    };
  }
  return {
    verdict: "wrong_secret",
    title: "The secret does not belong to this message.",
    text: "Each endpoint has its own secret. A secret that was replaced works for 24 hours more. If the secret is right, the content of the body was changed.",
    fix: "Show the secret on the page of the endpoint that sent this message, and compare it with the one in your program. Paste body and headers of the same message.",
  };
}

type Signed = { id: string; timestamp: string; key: Uint8Array<ArrayBuffer> };

/** The message is genuine, so its age or the receiver's code is the cause. */
async function diagnoseSigned(question: SignatureQuestion, signed: Signed, now: Date): Promise<Diagnosis> {
  const mistake = question.computed.trim() ? await findMistake(question, signed) : null;
  if (mistake) return { verdict: "mistake_in_code", ...mistake };
  const age = Math.round(now.getTime() / 1000 - Number(signed.timestamp));
  if (Math.abs(age) > toleranceSeconds)
    return {
      verdict: "wrong_time",
      title: "The signature is right, but the message is too old now.",
      text: `It was signed ${duration(Math.abs(age))} ${age > 0 ? "ago" : "in the future"}. Receivers refuse messages that are more than five minutes off, so that no one can send an old one again.`,
      fix: "If your program refused it right when it arrived, set the clock of its server. If you are testing with a saved message, send a new test instead.",
    };
  return {
    verdict: "valid",
    title: "The signature is right.",
    text: "Message, headers and secret belong together, so the mistake is in the code of your program.",
    fix: "Use the code of the setup guide. Or paste the signature that your code computes, to find out what it does differently.",
  };
}

async function findMistake(
  { computed, secret, body }: SignatureQuestion,
  { id, timestamp, key }: Signed,
): Promise<Omit<Diagnosis, "verdict"> | null> {
  const own = computed.trim().replace(/^v1,/, "");
  const text = `${id}.${timestamp}.${body}`;
  const bytes = (value: string) => new TextEncoder().encode(value);
  const whole = secret.trim();
  const right = await hmac(key, text);
  if (!right) return null;
  if (toBase64(right) === own)
    return {
      title: "Your code computes the right signature, and compares it wrongly.",
      text: "The header webhook-signature can hold several signatures, separated by spaces. Each begins with v1 and a comma.",
      fix: "Split the header at spaces, remove v1 and the comma, and accept the message if one of them is equal.",
    };
  if (toHex(right) === own.toLowerCase())
    return {
      title: "Your code writes the signature in hex.",
      text: "The signature in the header is in base64.",
      fix: "Encode the result as base64 before you compare it.",
    };
  const allParts = "Sign webhook-id, a dot, webhook-timestamp, a dot, and the body.";
  const mistakes = [
    ...[whole, whole.replace("whsec_", "")].map((used) => ({
      ...{ key: bytes(used), signed: text, title: "Your code uses the secret as text." },
      fix: "Remove whsec_ from the secret and decode the rest from base64. The result is the key.",
    })),
    { key, signed: body, title: "Your code signs the body only.", fix: allParts },
    { key, signed: `${timestamp}.${body}`, title: "Your code leaves out webhook-id.", fix: allParts },
    ...otherForms(body).map((form) => ({
      ...{ key, signed: `${id}.${timestamp}.${form}`, title: "Your code changes the body before the check." },
      fix: rawBodyFix,
    })),
  ];
  for (const { key: used, signed, title, fix } of mistakes) {
    const signature = await hmac(used, signed);
    if (signature && (toBase64(signature) === own || toHex(signature) === own.toLowerCase()))
      return { title, text: "With this mistake the result is exactly the signature that your code computed.", fix };
  }
  return null;
}

const rawBodyFix =
  "Check the signature with the body exactly as it arrived (the raw body), and parse the JSON afterward.";

const cannotSign: Diagnosis = {
  verdict: "cannot_sign",
  title: "This browser cannot check signatures here.",
  text: "Browsers compute signatures only on pages with https.",
  fix: "Open this page with https, or on the computer that runs the application at localhost.",
};

/** Variants of a body: its JSON in common serializations, and its text without an editor's trailing line break. */
function otherForms(body: string): string[] {
  const forms = [body.trim(), body.replaceAll("\r\n", "\n").trim(), `${body}\n`];
  try {
    const value: unknown = JSON.parse(body);
    forms.push(JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4), spaced(value));
  } catch {
    // Not JSON: only text variants are compared.
  }
  return [...new Set(forms)].filter((form) => form !== body);
}

/** Serializes like Python: a space after each colon and comma. */
const spaced = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(spaced).join(", ")}]`
    : typeof value === "object" && value !== null
      ? `{${Object.entries(value)
          .map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`)
          .join(", ")}}`
      : JSON.stringify(value);

/** Parses headers with lower-case names from `name: value` lines or a JSON object. */
function readHeaders(text: string): Map<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null)
      return new Map(Object.entries(value).map(([name, each]) => [name.toLowerCase(), String(each).trim()]));
  } catch {
    // Not JSON: parsed as lines below.
  }
  const pairs = text.split(/\r?\n/).map((line) => /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line));
  return new Map(pairs.filter((pair) => pair !== null).map(([, name = "", value = ""]) => [name.toLowerCase(), value]));
}

function duration(seconds: number): string {
  if (seconds < 7200) return counted(Math.round(seconds / 60), "minute");
  return seconds < 2 * daySeconds
    ? counted(Math.round(seconds / hourSeconds), "hour")
    : counted(Math.round(seconds / daySeconds), "day");
}
