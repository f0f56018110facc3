import type { Plugin } from "vite";

const file = /react-router\/dist\/[^?]*\/routeModules\.js$/;
const reloads = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * A page that throws when rendered; thrown at import, the error would be swallowed and the page be blank. So would the router's
 * own error about a page that has an action or a loader in the browser and does not export it.
 */
const failsWhenShown =
  "const missing = () => { throw error; }; return { default: missing, clientAction: missing, clientLoader: missing };";

/**
 * If a page's code fails to load, React Router silently reloads the previous page. The specification requires an error screen
 * ("Module Loading Error"), so the build passes the error to the error boundary instead. The build fails if the patched code is
 * not found, so an update of React Router cannot undo this unnoticed.
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
