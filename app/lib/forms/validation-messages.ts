import { z } from "zod";
import { formatNumber } from "#app/lib/numbers.ts";

/*
 * Default messages for invalid values, for schemas without a message. Set once for the whole process: the library's
 * messages ("Invalid input: expected string, received null") are for developers.
 */

const byType: Readonly<Record<string, string>> = {
  string: "Please enter text.",
  number: "Please enter a number.",
  int: "Please enter a whole number.",
  boolean: "Please answer true or false.",
  array: "Please send a list.",
  object: "Please send an object with named values.",
  record: "Please send an object with named values.",
  date: "Please enter a date.",
};

const byFormat: Readonly<Record<string, string>> = {
  email: "Please enter a valid email address.",
  url: "Please enter a valid web address.",
  uuid: "This is not a valid id.",
  date: "Please use a date such as 2026-11-24.",
  datetime: "Please use a date and time such as 2026-11-24T09:00:00Z.",
};

function bound(origin: string, count: number | bigint, side: "least" | "most"): string {
  const number = formatNumber(count);
  switch (origin) {
    case "string":
      return side === "least" && count === 1 ? "Please fill this in." : `Use at ${side} ${number} characters.`;
    case "array":
    case "set":
    case "map":
      return `Please choose at ${side} ${number}.`;
    default:
      return `Please enter a number that is at ${side} ${number}.`;
  }
}

function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "Please fill this in."
        : (byType[issue.expected] ?? "Please check this value.");
    case "too_small":
      return bound(issue.origin, issue.minimum, "least");
    case "too_big":
      return bound(issue.origin, issue.maximum, "most");
    case "invalid_format":
      return byFormat[issue.format] ?? "Please check the format of this value.";
    case "not_multiple_of":
      return `Please enter a multiple of ${issue.divisor}.`;
    case "invalid_value":
      return "Please choose one of the listed values.";
    case "unrecognized_keys":
      return "Please leave out values that are not asked for.";
    default:
      return "Please check this value.";
  }
}

z.config({ customError: sentence });

type Path = readonly PropertyKey[];
export type Issue = { path: Path; message: string };

export const dottedPath = (path: Path): string => path.map(String).join(".");

/** Returns the first message of each field. `nameOf`: derives the field's name from its path, by default its first segment. */
export function fieldErrors(
  issues: readonly Issue[],
  nameOf = (path: Path) => String(path[0]),
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[nameOf(path)] ??= message;
  return errors;
}
