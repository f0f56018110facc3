import type { Context } from "hono";
import type { AppEnv } from "./request-env.ts";

const urlEncoded = /^application\/x-www-form-urlencoded/i;
const multipart = /^multipart\/form-data/i;

/** Whether the body is said to be a form, which the chain reads before the endpoint does. */
export const isForm = (c: Context<AppEnv>): boolean => isUrlEncoded(c) || multipart.test(contentType(c));

/** Whether the form contains U+0000, which the database cannot store. Only URL-encoded forms escape it. */
export async function holdsNul(c: Context<AppEnv>): Promise<boolean> {
  const sent = await c.req.raw.clone().text();
  return sent.includes("\0") || (isUrlEncoded(c) && sent.includes("%00"));
}

/** The form fields that can be sent again: no files, no passwords. Empty for other requests. */
export async function typedFields(c: Context<AppEnv>): Promise<[name: string, value: string][]> {
  if (c.req.method !== "POST" || !isForm(c)) return [];
  const form = await c.req.formData().catch(() => new FormData());
  return [...form].filter(
    (field): field is [string, string] => typeof field[1] === "string" && !/password/i.test(field[0]),
  );
}

const contentType = (c: Context<AppEnv>) => c.req.header("content-type") ?? "";
const isUrlEncoded = (c: Context<AppEnv>) => urlEncoded.test(contentType(c));
