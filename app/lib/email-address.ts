import { z } from "zod";
import "./validation-messages.ts";

/** Schema of a trimmed, lower-cased email address, at most 255 characters, without CR, LF and other control characters. */
export const emailAddress = (message: string) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.trim().toLowerCase() : value),
    z
      .string({ error: message })
      .max(255, message)
      .pipe(z.email({ error: message })),
  ) as unknown as z.ZodType<string, string>;
