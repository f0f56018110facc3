// References in comments and documents: `spec: ID` to a requirement, `decision 0123` to a record, and the paths of the requirements.

const requirementsFile = "docs/specification/requirements.md";

type Tree = { files: readonly string[]; read: (file: string) => string; exists: (path: string) => boolean };

/** Returns a line for each unresolved reference, and for each requirement whose code or test is missing. */
export function referenceProblems({ files, read, exists }: Tree): string[] {
  const rows = read(requirementsFile)
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const ids = rows.map((row) => /^\| `([a-z-]+)`/.exec(row)?.[1] ?? "");
  const decisions = new Set(files.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []));
  const repeated = ids.filter((id, place) => ids.indexOf(id) !== place);
  return [
    ...repeated.map((id) => `${requirementsFile}: ${id} is there twice`),
    ...rows.flatMap((row, place) =>
      pathsOf(row)
        .filter((path) => !exists(path) && !exists(`app/features/${path}`))
        .map((path) => `${requirementsFile}: ${ids[place]}: ${path} does not exist`),
    ),
    ...files.flatMap((file) => {
      const text = read(file);
      return [
        ...specReferences(text)
          .filter((id) => !ids.includes(id))
          .map((id) => `${file}: spec: ${id} is not a requirement`),
        ...[...text.matchAll(/\bdecisions? \(?(\d{4})\b/gi)]
          .map(([, number = ""]) => number)
          .filter((number) => number < "1000" && !decisions.has(number))
          .map((number) => `${file}: decision ${number} does not exist`),
      ];
    }),
  ];
}

/** `spec: limits, code-checks` references both. */
const specReferences = (text: string) =>
  [...text.matchAll(/\bspec: ([a-z]+(?:-[a-z]+)*(?:, [a-z]+(?:-[a-z]+)+)*)/g)].flatMap(([, list = ""]) =>
    list.split(", "),
  );

const pathsOf = (row: string) =>
  row
    .split("|")
    .slice(3)
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path));
