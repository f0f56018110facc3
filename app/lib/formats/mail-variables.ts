import { bookLink, callTitle, offeredCalls } from "#app/lib/offered-calls.ts";

/*
 * The text of mails that admins write, of newsletters and sequences alike: Markdown with variables. `{{first_name|there}}` is the
 * person's first name, or "there" when it is unknown. `{{strategy_session}}` is a fact of the firm, always known, and needs no
 * fallback. Safe in the browser.
 */

const personLabels = {
  first_name: "First name",
  name: "Full name",
  company: "Company",
  role: "Role",
  industry: "Industry",
} as const;
const firmLabels = {
  strategy_session: "Strategy session",
  book_session: "Book a session",
  free_session: "In a free session",
} as const;
export const variableLabels = { ...personLabels, ...firmLabels };
export type VariableName = keyof typeof variableLabels;
const variableNames = Object.keys(variableLabels) as VariableName[];
type FirmVariable = keyof typeof firmLabels;
/** What a reminder of a call can fill in; the rest of the person is known to the firm only. */
export const reminderVariables = ["first_name", "name", ...(Object.keys(firmLabels) as FirmVariable[])] as const;
/** Values of one person. */
export type VariableValues = Partial<Record<keyof typeof personLabels, string>>;

/** As inside a sentence: `intro call`; `book an intro call` and `in a free intro call`; `contact us` and `by email` while it cannot be booked. */
const firmValues: Readonly<Record<FirmVariable, () => string>> = {
  strategy_session: () => callTitle("session"),
  book_session: () => bookLink("session").label.replace(/^./, (first) => first.toLowerCase()),
  free_session: () => (offeredCalls().session.isOffered ? `in a free ${callTitle("session")}` : "by email"),
};
export const isFirmVariable = (name: VariableName): name is FirmVariable => Object.hasOwn(firmLabels, name);

const filledIn = ({ name, fallback }: Variable, values: VariableValues): string =>
  isFirmVariable(name) ? firmValues[name]() : (values[name] ?? fallback);

export type Variable = { written: string; name: VariableName; fallback: string };

const pattern = /\{\{([^{}]*)\}\}/g;
const isKnown = (name: string, names: readonly string[] = variableNames): name is VariableName => names.includes(name);

/** `names`: the variables that the mail can fill in. `problem`: a sentence for the writer. */
export function variablesIn(
  text: string,
  names: readonly VariableName[] = variableNames,
): { variables: Variable[]; problem: string | null } {
  const variables: Variable[] = [];
  for (const [written, inside = ""] of text.matchAll(pattern)) {
    const [name = "", ...rest] = inside.split("|");
    const fallback = rest.join("|").trim();
    if (!isKnown(name.trim(), names))
      return { variables, problem: `${written} is not a variable. Use ${names.join(", ")}.` };
    if (fallback === "" && !isFirmVariable(name.trim() as VariableName))
      return { variables, problem: `${written} needs a fallback for people without one: {{${name.trim()}|there}}.` };
    variables.push({ written, name: name.trim() as VariableName, fallback });
  }
  if (/\{\{|\}\}/.test(text.replace(pattern, "")))
    return { variables, problem: "A variable is not closed: {{name|fallback}}." };
  if (/\]\([^)]{0,1000}\{\{/.test(text)) return { variables, problem: "A link cannot contain a variable." };
  return { variables, problem: null };
}

/** Returns the text for lists: `{{first_name|there}}` becomes `[First name]`. */
export const withVariableNames = (text: string): string =>
  text.replace(pattern, (written, inside: string) => {
    const name = inside.split("|")[0]!.trim();
    return isKnown(name) ? `[${variableLabels[name]}]` : written;
  });

/** Replaces every variable, once: variables inside the values are plain text. */
export const fillVariables = (text: string, values: VariableValues): string => {
  const variables = new Map(variablesIn(text).variables.map((variable) => [variable.written, variable]));
  return text.replace(pattern, (written) => {
    const variable = variables.get(written);
    return variable ? filledIn(variable, values) : written;
  });
};

/** Limited, because a text can consist of its beginnings. */
const image = /!\[([^\]]{0,300})\]\(\s{0,20}(\S{0,1000}?)(?:\s[^)]{0,300})?\)/g;

/** The reason why a text cannot be mailed, or null: a variable that cannot be filled in, or an image without a description or address. */
export function textProblem(text: string): string | null {
  const { problem } = variablesIn(text);
  if (problem) return problem;
  for (const [written, description = "", address = ""] of text.matchAll(image)) {
    if (description.trim() === "")
      return `${written} needs a description for people who do not see it: ![what it shows](address).`;
    if (!/^(https:\/\/[^/]|\/(?!\/))/.test(address))
      return `${written} needs an address that begins with https:// or, on this site, with /.`;
  }
  return null;
}

/** Letters only, because placeholders of shared bodies are: `va`, `vb`, …, `vaa`. */
function placeName(at: number): string {
  const letter = String.fromCharCode(97 + (at % 26));
  return at < 26 ? `v${letter}` : `${placeName(Math.floor(at / 26) - 1)}${letter}`;
}

/**
 * The variables of a mail's texts, for one body for many people: `withPlaces` writes a placeholder for each, `fillFor` returns the
 * placeholders' values for one person. So values are filled in as text and never parsed as Markdown.
 */
export function sharedVariables(texts: readonly string[], place: (name: string) => string) {
  const all = texts.flatMap((text) => variablesIn(text).variables);
  const variables = [...new Map(all.map((variable) => [variable.written, variable])).values()];
  return {
    withPlaces: (text: string): string =>
      variables.reduce((filled, { written }, at) => filled.replaceAll(written, place(placeName(at))), text),
    fillFor: (values: VariableValues): Record<string, string> =>
      Object.fromEntries(variables.map((variable, at) => [placeName(at), filledIn(variable, values)])),
    isUsed: variables.length > 0,
  };
}
