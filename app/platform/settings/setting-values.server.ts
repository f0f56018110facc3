import { isIP } from "node:net";
import addressparser from "nodemailer/lib/addressparser";
import { z } from "zod";
import { clockOfZone } from "#app/lib/dates/wall-clock.ts";
import { contrast } from "#app/lib/formats/color.ts";
import { emailAddress as emailAddressIn } from "#app/lib/people/email-address.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import { defaultStageLabels } from "#app/lib/words/stage-labels.ts";
import { isHolidayPlace } from "#app/platform/dates/public-holidays.server.ts";
import { addressList } from "#app/platform/outside/ip-address.server.ts";
import { readPicture } from "./picture.server.ts";
import { readPortrait } from "./portrait.server.ts";

/* Schemas of setting values. Every message continues the setting's name: "PORT needs a whole number …". */

export const text = (min: number, max = 1000) =>
  z
    .string()
    .refine((typed) => min === 0 || !isInvisible(typed), "needs at least one visible character")
    .min(min, `needs at least ${min} characters`)
    .max(max, `takes at most ${max} characters`);

/** A key or token: one word, so that a pasted line break or comment is noticed. */
export const secretWord = (min = 1) => text(min).regex(/^\S+$/, "needs one word without spaces");

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((digits) => /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max, {
      error: `needs a whole number from ${min} to ${max}`,
    })
    .transform(Number);

/** Whole US dollars. */
export const price = (min: number) => wholeNumber(min, 1_000_000);

export const onOff = z.enum(["on", "off"], "needs on or off").transform((value) => value === "on");

/** A number from 0 to 1. */
export const share = z
  .string()
  .refine((text) => /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(text), "needs a number from 0 to 1, such as 0.1")
  .transform(Number);

/** Request headers as `name=value,name=value`, with percent-encoded values (OpenTelemetry). */
export const headerPairs = z.string().transform((pairs, issues) => {
  const found = pairs.split(",").map((pair) => {
    const [, name, encoded = ""] = /^\s*([\w-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair) ?? [];
    const value = headerValue(encoded);
    return name && value !== null ? ([name, value] as const) : null;
  });
  if (found.every((pair) => pair !== null)) return Object.fromEntries(found);
  issues.addIssue({ code: "custom", message: "needs headers as name=value divided by commas, with encoded values" });
  return z.NEVER;
});

/** Null for a value that is not encoded correctly, and for characters that a header cannot contain. */
function headerValue(encoded: string): string | null {
  try {
    const value = decodeURIComponent(encoded);
    return /^[\x20-\x7e]*$/.test(value) ? value : null;
  } catch {
    return null;
  }
}

/** A URL with one of the protocols (`https:`) and a host. */
export const url = (protocols: readonly string[]) =>
  z.string().refine((address) => isUrl(address, protocols), {
    error: `needs an address that starts with ${protocols.join("// or ")}//`,
  });

function isUrl(address: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocols.includes(protocol) && hostname !== "";
}

const databaseProtocols = ["postgres:", "postgresql:"];

/**
 * The address of a PostgreSQL, or the reason why it cannot be one. A password with `/`, `#` or `?` often still parses, with the user
 * as the host.
 */
export const databaseUrl = z.string().superRefine((address, context) => {
  const problem = databaseUrlProblem(address);
  if (problem) context.addIssue({ code: "custom", message: problem });
});

function databaseUrlProblem(address: string): string | null {
  const [, scheme = "", rest = ""] = /^([a-z][a-z\d+.-]*:)\/\/(.*)$/is.exec(address) ?? [];
  if (!databaseProtocols.includes(scheme.toLowerCase()))
    return `needs an address that starts with ${databaseProtocols.join("// or ")}//, such as postgres://user:password@host:5432/database, or postgres:///database?host=/run/postgresql for a socket`;
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? "";
  const tail = rest.slice(authority.length);
  const isCutOff = authority.includes(":") && !authority.includes("@") && /#|^\/[^?#]*@|^[^?]*\?[^=@]*@/.test(tail);
  if (isCutOff || (!URL.canParse(address) && rest.includes("@") && !/@.*,/.test(rest)))
    return "has a character in its user or password that must be percent-encoded: %2F for /, %23 for #, %3F for ?, %40 for @, %25 for %";
  if (/,/.test(authority.slice(authority.lastIndexOf("@") + 1)) || /[?&]host=[^&]*(,|%2c)/i.test(rest))
    return "names several hosts: name one, which can be a proxy that finds the primary (docs/cluster.md)";
  return URL.canParse(address) ? null : "is not a valid address";
}

/** The origin of a site: scheme, host and port, normalized without a trailing slash. */
export const origin = url(["http:", "https:"])
  .refine(
    (address) => {
      if (!URL.canParse(address)) return true;
      const { pathname, search, hash, username, password } = new URL(address);
      return pathname === "/" && !search && !hash && !username && !password;
    },
    { error: "needs scheme and host only, such as https://gtmarc.example, without path, query or password" },
  )
  .transform((address) => new URL(address).origin);

export const timezone = z.string().refine((zone) => {
  try {
    return Boolean(clockOfZone(zone));
  } catch {
    return false;
  }
}, "needs an IANA zone such as America/New_York");

export const holidayPlace = z
  .string()
  .refine(isHolidayPlace, "needs a country such as US or DE, a country and region such as DE-BY, or none");

export const emailAddress = emailAddressIn("needs an email address");

/** An address that gets `+token` inserted before its @, within the limit of 64 characters for a local part. */
export const replyAddress = emailAddress.refine((address) => /^[^+@]{1,11}@/.test(address), {
  error: "needs an address without + and with at most 11 characters before the @, such as reply@in.gtmarc.example",
});

export const selector = z
  .string()
  .transform((name) => name.replace(/\._domainkey(\..*)?$/i, ""))
  .refine(
    (name) => /^[a-z\d]([\w.-]{0,60}[a-z\d])?$/i.test(name),
    "needs letters, digits, dots and hyphens, without ._domainkey",
  );

/** One sender as mails name it: `Name <address>` or the address alone. */
export const sender = z.string().refine((from) => {
  const senders = addressparser(from, { flatten: true });
  return senders.length === 1 && emailAddress.safeParse(senders[0]!.address).success;
}, "needs one sender such as GTMarc <hello@gtmarc.example>");

export const hostOrAddress = z
  .string()
  .refine((host) => isIP(host) !== 0 || domain.test(host), "needs an address such as 0.0.0.0, or a host name");

const list = z.string().transform((items) =>
  items
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);

export const lines = text(2, 500).transform((all) =>
  all
    .split("|")
    .map((line) => line.trim())
    .filter((line) => !isInvisible(line)),
);

/** Pages on the web divided by `|`. */
export const links = text(0, 2000)
  .transform((all) =>
    all
      .split("|")
      .map((link) => link.trim())
      .filter(Boolean),
  )
  .refine((all) => all.every((link) => isUrl(link, ["https:"])), {
    error: "needs addresses that start with https://, separated by |",
  });

/** A color for backgrounds of white text. */
export const color = z
  .string()
  .regex(/^#[\da-f]{6}$/i, "needs a color such as #0b5c8a")
  .superRefine((value, context) => {
    const ratio = contrast(value, "#ffffff");
    if (ratio < 4.5)
      context.addIssue({
        code: "custom",
        message: `needs a darker color: white text on ${value} has a contrast of ${ratio.toFixed(1)}:1, and 4.5:1 is legible`,
      });
  });

/** A picture as a data: URL. */
export const picture = z.string().transform((url, context) => {
  const read = readPicture(url);
  if (typeof read !== "string") return read;
  context.addIssue({ code: "custom", message: read });
  return z.NEVER;
});

const pictureFile = /^[\w-]+\.(jpe?g|png|webp|avif)$/i;

/**
 * People divided by `|`, each as `name;role;picture`; the picture, a file name or an uploaded portrait as a data: URL, is optional. Empty for
 * no one.
 */
export const people = text(0, 1_500_000)
  .transform((all) => (all ? all.split("|") : []).map(personOf))
  .refine((all) => all.length <= 24, "needs at most 24 people")
  .refine(
    (all) => all.every(({ person: { name, role } }) => ![name, role].some(isInvisible)),
    "needs a name and a role for each person",
  )
  .refine(
    (all) => all.every(({ person: { name, role } }) => name.length + role.length <= 200),
    "needs names and roles of together at most 200 characters for each person",
  )
  .refine(
    (all) => all.every(({ isPicture }) => isPicture),
    "needs portraits that are a JPEG, PNG, WebP or AVIF picture, as a file name such as portrait.jpg",
  )
  .transform((all) => all.map(({ person }) => person));

type Person = { name: string; role: string; picture: string | null; upload?: Uint8Array<ArrayBuffer> };

function personOf(text: string): { person: Person; isPicture: boolean } {
  const [name = "", role = "", ...rest] = text.split(";").map((part) => part.trim());
  const written = rest.join(";");
  const portrait = written.startsWith("data:") ? readPortrait(written) : null;
  const person = portrait
    ? { name, role, picture: portrait.file, upload: portrait.bytes }
    : { name, role, picture: written || null };
  return { person, isPicture: portrait !== null || !written || pictureFile.test(written) };
}

const domain = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i;

/** Some of these words. */
export const listOf = <Word extends string>(words: readonly Word[]) =>
  list
    .refine(
      (given) => given.every((one) => (words as readonly string[]).includes(one)),
      `needs some of ${words.join(", ")}, separated by commas`,
    )
    .transform((given) => given as Word[]);

/** A label for each of the stages of the pipeline, in their order. */
export const stageLabels = lines.refine(
  (labels) =>
    labels.length === defaultStageLabels.length &&
    new Set(labels.map((label) => label.toLowerCase())).size === labels.length &&
    labels.every((label) => label.length <= 30),
  `needs ${defaultStageLabels.length} different names of at most 30 characters, separated by |`,
);

/** Two whole numbers, as "10-200". */
export const range = z.string().transform((written, context) => {
  const [, from, to] = /^\s*(\d{1,7})\s*[-\u2013]\s*(\d{1,7})\s*$/.exec(written) ?? [];
  if (from && to && Number(from) >= 1 && Number(from) <= Number(to)) return { from: Number(from), to: Number(to) };
  context.addIssue({ code: "custom", message: "needs two numbers, the smaller one first, such as 10-200" });
  return z.NEVER;
});

/** Whole numbers that add up to 100. */
export const hundred = (count: number) =>
  list
    .refine(
      (parts) =>
        parts.length === count &&
        parts.every((part) => /^\d{1,3}$/.test(part)) &&
        parts.reduce((sum, part) => sum + Number(part), 0) === 100,
      `needs ${count} whole numbers that add up to 100, such as 40,30,30`,
    )
    .transform((parts) => parts.map(Number));

const maxDates = 100;

/** ISO dates with commas, kept in order. */
export const dates = list
  .refine(
    (days) => days.every((day) => z.iso.date().safeParse(day).success),
    "needs dates with commas, such as 2026-12-24",
  )
  .refine((days) => days.length <= maxDates, `takes at most ${maxDates} dates`)
  .transform((days) => [...new Set(days)].sort());

export const domains = list.refine((names) => names.every((name) => domain.test(name)), {
  error: "needs domains with commas, such as vercel.app",
});

export const hostPatterns = list.refine((patterns) => patterns.every((it) => domain.test(it.replace(/^\*\./, ""))), {
  error: "needs hosts with commas, such as staging.gtmarc.example or *.vercel.app",
});

const topic = /^arn:(aws|aws-cn|aws-us-gov):sns:[a-z]{2}(?:-[a-z]+)+-\d:\d{12}:[\w-]{1,256}$/;

export const topics = list.refine((names) => names.every((name) => topic.test(name)), {
  error: "needs topics with commas, such as arn:aws:sns:eu-west-1:123456789012:mail",
});

export const addresses = list.superRefine((entries, context) => {
  for (const entry of entries)
    try {
      addressList([entry]);
    } catch (error) {
      context.addIssue({
        code: "custom",
        message: `needs addresses or blocks with commas: ${(error as Error).message}`,
      });
    }
});
