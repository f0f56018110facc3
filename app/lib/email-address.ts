import { z } from "zod";
import "./validation-messages.ts";

/** Trimmed and lower-cased e-mail address, at most 255 characters; no CR, LF or other control characters get through. */
export const emailAddress = (message: string) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.trim().toLowerCase() : value),
    z
      .string({ error: message })
      .max(255, message)
      .pipe(z.email({ error: message })),
  ) as unknown as z.ZodType<string, string>;
