// A feature explains itself: its main file has its name and a header, and each of its folders can be read at a glance.

const mostEntries = 20;
/** Where folders have few entries, and how deep the first of these folders is. */
const readable = {
  ...{ "app/features/": 3, "app/ui/": 2 },
  ...{ "app/routes/api/": 3, "app/routes/blueprint/": 3, "app/routes/site/": 3 },
};
const headerLines = { fewest: 5, most: 20 };

type Tree = { files: readonly string[]; read: (file: string) => string };

/** Returns a line for each feature without a header in its main file, and for each folder with too many entries. */
export function featureProblems({ files, read }: Tree, features: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>();
  for (const [start, first] of Object.entries(readable))
    for (const file of files.filter((name) => name.startsWith(start))) {
      const parts = file.split("/");
      for (let depth = first; depth < parts.length; depth += 1) {
        const folder = parts.slice(0, depth).join("/");
        entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth]!));
      }
    }
  return [
    ...features.flatMap((feature) => {
      const named = `app/features/${feature}/${feature}`;
      const main = [`${named}.server.ts`, `${named}.ts`].filter((file) => files.includes(file));
      if (main.length === 0) return [`app/features/${feature}: no main file ${feature}.server.ts or ${feature}.ts`];
      const lengths = main.map((file) => headerOf(read(file)));
      if (lengths.some((length) => length >= headerLines.fewest && length <= headerLines.most)) return [];
      return [
        `${main[0]}: its header has ${lengths[0]} lines of text; write ${headerLines.fewest} to ${headerLines.most}`,
      ];
    }),
    ...[...entries]
      .filter(([, names]) => names.size > mostEntries)
      .map(([folder, { size }]) => `${folder}: ${size} files and folders side by side; at most ${mostEntries}`),
  ];
}

/** The number of lines with text in the comment before the first declaration; 0 without one. */
function headerOf(text: string): number {
  const [, comment = ""] = /^(?:import [^;]*;\s*|export \* from [^;]*;\s*)*\/\*\n([\s\S]*?)\*\//.exec(text) ?? [];
  return comment.split("\n").filter((line) => /\w/.test(line)).length;
}
