import type { Plugin } from "vite";

const file = /react-router\/dist\/[^?]*\/routeModules\.js$/;
const reloads = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * React Router answers code of a page that cannot be fetched by reloading the page one came from, without a word. The
 * specification wants a screen that says so ("Module Loading Error"), so in the build the error goes on to the error
 * boundary instead. The build fails when the place is no longer found, so an update of React Router cannot undo this.
 */
export function failedModules(): Plugin {
  let changed = false;
  return {
    name: "gtmarc-failed-modules",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      if (!file.test(id)) return;
      if (!reloads.test(code))
        throw new Error("React Router no longer reloads here: look at scripts/failed-modules.ts");
      changed = true;
      return { code: code.replace(reloads, "throw error;"), map: null };
    },
    buildEnd(error) {
      if (!error && !changed)
        throw new Error("React Router's loader of pages was not found: scripts/failed-modules.ts");
    },
  };
}
