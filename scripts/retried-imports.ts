import type { Plugin } from "vite";

const dynamicImport = /\bimport\(([`"'])(\.\/[^`"'$]+\.js)\1\)/g;

/** Added to each chunk with a dynamic import: a relative URL is resolved against the file that contains the call. */
const importAgain = "function __importAgain(f){return import(f).catch(()=>import(f+'?retry='+Date.now()))}\n";

/**
 * Some browsers (for example Chromium 153) cache a failed module fetch for the lifetime of the page, so a second import of it
 * fails at once and a retry by the user cannot succeed. The build therefore retries a failed import once with another URL of
 * the same file. It fails if it finds no import to change, so an update of the bundler cannot undo this unnoticed.
 */
export function retriedImports(): Plugin {
  return {
    name: "gtmarc-retried-imports",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        let changed = 0;
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk") continue;
          const code = chunk.code.replace(dynamicImport, "__importAgain($1$2$1)");
          if (code === chunk.code) continue;
          changed += 1;
          chunk.code = `${code}\n${importAgain}`;
        }
        if (changed === 0) throw new Error("No dynamic import was found: look at scripts/retried-imports.ts");
      },
    },
  };
}
