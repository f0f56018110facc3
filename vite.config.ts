import { globSync } from "node:fs";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { developmentServer } from "./scripts/development-server.ts";
import { failedModules } from "./scripts/failed-modules.ts";

/**
 * The style sheets that every page shares are one file. Split by who uses what they would be twenty files of a kilobyte,
 * each of which a phone on a slow line has to ask for before it may draw anything (docs/decisions/0074).
 */
const designSystem = {
  name: "design-system",
  test: /app\/(ui|island-kit)\/.*\.css$|app\/load-failure\.module\.css$|app\/routes\/site\/(layout|note-mark)\.module\.css$/,
};

/** What the one script of content pages shares with app pages; in pieces, the page would wait for each of them. */
const pageScript = {
  name: "page-script",
  test: /app\/island-kit\/(bus|dialogs)\.ts$|app\/ui\/dismissal\.ts$|vite\/preload-helper/,
};

/** The widget's styles belong to the contact page alone: one file with the page's own. */
const contactPage = {
  name: "contact-page",
  test: /app\/routes\/site\/contact.*\.css$|app\/features\/booking\/ui\/(scheduler-widget|first-times)\.module\.css$/,
};

/**
 * One module graph for pages, calls, jobs and command line: server/main.ts is the entry of the server build and imports
 * React Router's build as a virtual module, so every room is loaded once and there is one pool (docs/architecture.md).
 */
export default defineConfig({
  define: { __BUILD_DIR__: JSON.stringify(process.env["GTMARC_BUILD_DIR"] ?? "build") },
  plugins: [developmentServer(), failedModules(), reactRouter()],
  build: { manifest: true, target: "es2022", assetsInlineLimit: 0, cssMinify: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: ["app/island-kit/browser.ts", ...globSync("app/behaviours/*.ts")],
          output: { codeSplitting: { groups: [designSystem, pageScript, contactPage] } },
        },
      },
    },
    ssr: { build: { target: "node24", rolldownOptions: { input: "./server/main.ts" } } },
  },
  server: { host: "127.0.0.1" },
});
