export type FormFields = {
  /** A field as text; empty if missing. */
  text: (name: string) => string;
  /** A field parsed as JSON. Throws a SyntaxError if it is invalid. */
  json: (name: string) => unknown;
  all: () => Record<string, string>;
};

export type IntentHandlers<Outcome> = Readonly<Record<string, (fields: FormFields) => Promise<Outcome>>>;

export type IntentOf<Handlers> = Extract<keyof Handlers, string>;

/**
 * Runs the handler of the form's `intent` field. An unknown, missing or repeated intent throws a 400 response and runs
 * nothing, so that an unrecognized form never falls through to one of the page's actions.
 */
export async function runIntent<Outcome>(form: FormData, handlers: IntentHandlers<Outcome>): Promise<Outcome> {
  const [intent, ...others] = form.getAll("intent");
  const handler = typeof intent === "string" && Object.hasOwn(handlers, intent) ? handlers[intent] : undefined;
  if (!handler || others.length > 0)
    throw new Response("This page does not know that action.", { status: 400, statusText: "Bad Request" });
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return handler({
    text,
    json: (name) => JSON.parse(text(name)),
    all: () =>
      Object.fromEntries(
        [...form].filter((field): field is [string, string] => field[0] !== "intent" && typeof field[1] === "string"),
      ),
  });
}
