import type { Plugin } from "vite";

const dynamicImport = /\bimport\(([`"'])(\.\/[^`"'$]+\.js)\1\)/g;

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
          chunk.code = chunk.code.replace(dynamicImport, (call, _quote, file) => {
            changed += 1;
            return `${call}.catch(()=>import(\`${file}?retry=\${Date.now()}\`))`;
          });
        }
        if (changed === 0) throw new Error("No dynamic import was found: look at scripts/retried-imports.ts");
      },
    },
  };
}
