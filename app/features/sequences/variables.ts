/* Variables of mails: `{{first_name|there}}` is the person's first name, or "there" when it is unknown. Safe in the browser. */

export const variableLabels = {
  first_name: "First name",
  name: "Full name",
  company: "Company",
  role: "Role",
  industry: "Industry",
} as const;
export type VariableName = keyof typeof variableLabels;
export type VariableValues = Partial<Record<VariableName, string>>;

export type Variable = { written: string; name: VariableName; fallback: string };

const pattern = /\{\{([^{}]*)\}\}/g;
const isKnown = (name: string): name is VariableName => Object.hasOwn(variableLabels, name);

export function variablesIn(text: string): { variables: Variable[]; problem: string | null } {
  const variables: Variable[] = [];
  for (const [written, inside = ""] of text.matchAll(pattern)) {
    const [name = "", ...rest] = inside.split("|");
    const fallback = rest.join("|").trim();
    if (!isKnown(name.trim()))
      return { variables, problem: `${written} is not a variable. Use ${Object.keys(variableLabels).join(", ")}.` };
    if (fallback === "")
      return { variables, problem: `${written} needs a fallback for people without one: {{${name.trim()}|there}}.` };
    variables.push({ written, name: name.trim() as VariableName, fallback });
  }
  if (/\{\{|\}\}/.test(text.replace(pattern, "")))
    return { variables, problem: "A variable is not closed: {{name|fallback}}." };
  if (/\]\([^)]*\{\{/.test(text)) return { variables, problem: "A link cannot contain a variable." };
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
    return variable ? (values[variable.name] ?? variable.fallback) : written;
  });
};
