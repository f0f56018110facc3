import { strToU8, zipSync } from "fflate";
import { listAddresses } from "#app/features/accounts/personal-data.server.ts";
import { firmName } from "#app/lib/firm.ts";
import type { PersonalData } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { featuresWithPersonalData } from "#app/shell/personal-data.server.ts";
import { fileHeaders } from "../downloads.server.ts";

type Person = { userId: string; email: string };

/**
 * Returns all data stored about a user as a zip: one JSON file per feature, and `index.html` with the same data in readable
 * form.
 */
export async function personalDataFile(ctx: Ctx, person: Person): Promise<Uint8Array<ArrayBuffer>> {
  const held = await collect(ctx, person);
  const files: Record<string, Uint8Array> = { "index.html": strToU8(page(person.email, ctx.now, held)) };
  for (const [feature, kinds] of Object.entries(held))
    files[`${feature}.json`] = strToU8(`${JSON.stringify(kinds, null, 2)}\n`);
  return zipSync(files, { level: 9, mtime: ctx.now }) as Uint8Array<ArrayBuffer>;
}

/** By feature, including records under former addresses of the account, until it moved away from them. */
async function collect(ctx: Ctx, { userId, email }: Person): Promise<Record<string, PersonalData>> {
  const addresses = await listAddresses(ctx, { userId, email });
  const held: Record<string, PersonalData> = {};
  for (const [name, feature] of Object.entries(featuresWithPersonalData)) {
    const kinds = new Map<string, Record<string, unknown>[]>();
    const people = addresses.map((address) => ({ userId: address.until ? null : userId, ...address }));
    for (const person of people)
      for (const [kind, records] of Object.entries(await feature.exportPersonalData(ctx, person)))
        kinds.set(kind, [...(kinds.get(kind) ?? []), ...records]);
    held[name] = Object.fromEntries(kinds);
  }
  return held;
}

const style =
  "body{max-width:60rem;margin:3rem auto;padding:0 1.25rem;font:16px/1.5 system-ui,sans-serif;color:#11202f;background:#fcfcf9}h2{margin:3rem 0 .5rem;border-top:1px solid #11202f;padding-top:.75rem}h3{margin:1.5rem 0 .5rem;font-size:1rem}table{border-collapse:collapse;width:100%;margin:0 0 1.25rem;border-top:1px solid #b3b4ab}th,td{padding:.35rem .75rem .35rem 0;border-bottom:1px solid #d2d1c6;text-align:left;vertical-align:top;overflow-wrap:anywhere;white-space:pre-wrap}th{width:30%;font-weight:400;color:#56626d}";

function page(email: string, now: Date, held: Record<string, PersonalData>): string {
  const sections = Object.entries(held).map(([feature, kinds]) => {
    const filled = Object.entries(kinds).filter(([, records]) => records.length > 0);
    const parts = filled.map(
      ([kind, records]) => `<h3>${escaped(words(kind))} (${records.length})</h3>${records.map(table).join("")}`,
    );
    return `<h2>${escaped(words(feature))}</h2>${parts.join("") || "<p>Nothing.</p>"}`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Your data at ${escaped(firmName())}</title><style>${style}</style><h1>Your data at ${escaped(firmName())}</h1><p>Everything that ${escaped(firmName())} holds about ${escaped(email)}, as of ${now.toISOString()}. The JSON files beside this page hold the same for programs. Passwords, codes and other secrets are kept as hashes only and are not in here.</p>${sections.join("")}</html>\n`;
}

const table = (record: Record<string, unknown>) =>
  `<table>${Object.entries(record)
    .map(([name, value]) => `<tr><th scope="row">${escaped(words(name))}</th><td>${escaped(shown(value))}</td></tr>`)
    .join("")}</table>`;

/** `companyName` as "company name". */
const words = (name: string) => {
  const text = name
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, low: string, up: string) => `${low} ${up.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export const personalDataHeaders = ({ now }: Pick<Ctx, "now">) =>
  fileHeaders(`data-${companyDates().isoDay(now)}.zip`, "application/zip");

/** The file in the API document. */
export const zipFile = {
  description: "The file",
  content: { "application/zip": { schema: { type: "string" as const, format: "binary" } } },
};
