import type { Plugin } from "vite";

const dynamicImport = /\bimport\(([`"'])(\.\/[^`"'$]+\.js)\1\)/g;

/** At the end of each chunk that imports: a relative address counts from the file that holds the call. */
const importAgain = "function __importAgain(f){return import(f).catch(()=>import(f+'?retry='+Date.now()))}\n";

/**
 * Some browsers (Chromium 153, for one) remember for the life of a page that a module could not be fetched, so importing it
 * again fails at once and "press again" can never help. In the build, an import that fails is tried once more under another
 * address of the same file. The build fails when it finds no import to change, so an update of the bundler cannot undo this.
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
