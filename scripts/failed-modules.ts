import type { Plugin } from "vite";

const file = /react-router\/dist\/[^?]*\/routeModules\.js$/;
const reloads = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/** A page that fails as soon as it is shown; thrown at once, the error would be swallowed and the page be blank. */
const failsWhenShown = "return { default: function MissingCode() { throw error; } };";

/**
 * React Router answers code of a page that cannot be fetched by reloading the page one came from, without a word. The
 * specification wants a screen that says so ("Module Loading Error"), so in the build the error goes to the error boundary
 * instead. The build fails when the place is no longer found, so an update of React Router cannot undo this unseen.
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
      return { code: code.replace(reloads, failsWhenShown), map: null };
    },
    buildEnd(error) {
      if (!error && !changed)
        throw new Error("React Router's loader of pages was not found: scripts/failed-modules.ts");
    },
  };
}
