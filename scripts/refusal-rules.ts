const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Every form of a refusal code: `refuse("code", …)`, `Refusal<"code" | "other">`, `reason: { kind: "code" }`. */
const places = [/\brefuse\(\s*([^,(){}]*)/g, /\bRefusal<([^<>{}]*)/g, /\breason: \{\s*kind: ("[^"]*")/g];
/** A refusal that is not an object with a `kind`. */
const bare = /\bok: false,\s*reason: "([^"]*)"/g;

/** Returns the problems with refusals in a source file: codes must be snake_case, and each refusal is `{ kind }` with details. */
export function refusalProblems(text: string): string[] {
  const codes = places.flatMap((place) => [...text.matchAll(place)]).flatMap(([, named = ""]) => quoted(named));
  return [
    ...codes.filter((code) => !snakeCase.test(code)).map((code) => `refusal code "${code}" is not snake_case`),
    ...[...text.matchAll(bare)].map(([, code]) => `refusal "${code}" is a bare string; use { kind: "${code}" }`),
  ];
}

const quoted = (text: string): string[] => [...text.matchAll(/"([^"]*)"/g)].map(([, code = ""]) => code);
