import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { relative } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { developmentServer } from "./scripts/development-server.ts";
import { failedModules } from "./scripts/failed-modules.ts";
import { remQueries } from "./scripts/rem-queries.ts";
import { retriedImports } from "./scripts/retried-imports.ts";

/**
 * The style sheets that every page shares are one file. Split by who uses what they would be twenty files of a kilobyte,
 * each of which a phone on a slow line has to ask for before it may draw anything (docs/decisions/0074).
 */
const designSystem = {
  name: "design-system",
  test: /app\/(ui|island-kit)\/(?!\w+\/(choice-cards|markdown-view)\.).*\.css$|app\/shell\/pages\/load-failure\.module\.css$|app\/routes\/site\/layout\.module\.css$|app\/shell\/site\/(note-mark|footer-signup|code-wait|architects)\.module\.css$|app\/features\/analysis\/ui\/revisions\/change-list\.module\.css$/,
};

/** What only app pages use of it: content pages do without, and fetch it with no page. */
const appSystem = {
  name: "app-system",
  test: /app\/ui\/\w+\/(app-header|code-field|admin-[\w-]+|difference-table|error-summary|keyed-list|page-keys|progress-steps|save-state|tabs)\.module\.css$/,
  priority: 1,
};

/** What the scripts of content pages share with each other and with app pages; in pieces, a page would wait for each of them. */
const pageScript = {
  name: "page-script",
  test: /app\/island-kit\/(bus|dialogs)\.ts$|app\/ui\/(dialogs\/dismissal|logos\/late-marks)\.ts$|app\/lib\/browsers\/(collected|collected-host|session-id|when-idle)\.ts$|app\/ui\/logos\/logos\.svg|vite\/preload-helper/,
};

/** Small pieces that the download shares with forms; in the chunk of the input checks it would load all of these. */
const sending = {
  name: "sending",
  test: /app\/lib\/(browsers\/csrf-token|words\/cut)\.ts$/,
};

/** What every form checks its input with; zod and these few lines in pieces would be named one by one in the page's script. */
const inputChecks = {
  name: "input-checks",
  test: /app\/lib\/(text|people\/email-address|forms\/validation-messages)\.ts$|app\/ui\/forms\/hidden-field\.tsx$/,
};

/** The product's promises and limits, which most forms and pages quote; in two pieces, the page's script would name both. */
const promisedFigures = {
  name: "promised-figures",
  test: /app\/features\/content\/promises\.ts$|app\/features\/roi\/inputs\/bounds\.ts$/,
};

/** Times in zones, for the scheduler and the admin area: in two pieces, the page's script would name both. */
const zonedTimes = {
  name: "zoned-times",
  test: /app\/lib\/dates\/wall-clock\.ts$|app\/features\/booking\/zoned-time\.ts$/,
};

/** One file of all styles of the contact page: those of the widget, and those of the call, which pages of calls show as well. */
const contactPage = {
  name: "contact-page",
  test: /app\/routes\/site\/contact.*\.css$|app\/features\/booking\/ui\/widget\/(scheduler-widget|first-times|event-type-facts)\.module\.css$|app\/features\/booking\/ui\/agenda-line\.module\.css$/,
};

/** The pages of the automations, whose cards and drawings the admin area previews: at most three files for a page. */
const gridStyles = {
  name: "grid-styles",
  test: /app\/routes\/site\/automation-grid\/(automation-grid|card|drawing-dialog|filter-bar|legend|search-form)\.module\.css$/,
};
const drawingStyles = {
  name: "drawing-styles",
  test: /app\/routes\/site\/automation\/(automation|workflow)\.module\.css$/,
};
const drawingParts = {
  name: "drawing-parts",
  test: /app\/routes\/site\/automation\/(action-bar|drawing-parts)\.module\.css$/,
};

/** The estimator, and the form of access codes beside it: a fourth sheet costs a phone another round trip. */
const estimatorStyles = {
  name: "estimator-styles",
  test: /app\/features\/(roi\/ui\/estimator|access\/ui\/form)\.module\.css$/,
};

/** All of an analysis: its public sample is a content page, where a third and a fourth sheet cost a phone a round trip each. */
const analysisStyles = {
  name: "analysis-styles",
  test: /app\/features\/analysis\/ui\/(?!revisions\/).*\.css$/,
};

/**
 * Every content page's script would name each of the many files of these islands, to fetch them at once when one wakes. Few
 * pages have them and they wake at a touch, so the browser finds the files by their imports.
 */
const largeIslands =
  /\/(access-dialogs|estimator|newsletter-dialog|sample-analysis|scheduler-widget|toast-host|training-dialog)-[\w-]+\.js$/;
const isStyle = (file: string) => file.endsWith(".css");
/** Styles of every page. Loaded again with later code, they would come after the page's own and undo what these change. */
const everywhere = /\/design-system-[\w-]+\.css$/;

/**
 * Class names of the build: four characters for the file, then the place of the class in it. A page names hundreds of
 * them, and beside its words they are most of what a phone has to fetch of it; in development they stay readable.
 */
function shortName(name: string, file: string, sheet: string): string {
  const path = relative(import.meta.dirname, file.split("?")[0]!);
  const number = createHash("sha256").update(path).digest().readUInt32BE(0) % (26 * 36 ** 3);
  const code = (number + 10 * 36 ** 3).toString(36);
  if ((fileOfCode.get(code) ?? path) !== path) throw new Error(`${path} and ${fileOfCode.get(code)} share a code.`);
  fileOfCode.set(code, path);
  const place = [...new Set(sheet.match(/(?<=\.)-?[_a-zA-Z][\w-]*/g))].indexOf(name);
  return `${code}${place < 0 ? name : place.toString(36)}`;
}
const fileOfCode = new Map<string, string>();

/**
 * Packages of many small files that every process needs: bundled, because finding and reading those files at each start
 * costs more than running them. `zod` and `drizzle-orm` must not exist twice, so their users are bundled as well.
 */
const bundledPackages = [/^drizzle-orm/, /^zod/, /^@?hono/, /^@asteasolutions/, /^openapi3-ts/, /^@hookform/];

/** Folders that `npm run dev` shows nothing of: watching their files takes a tenth of its start. */
const unwatched = ["build", "deploy", "docs", "findings", "release", "tests", "tools"].map(
  (folder) => `${import.meta.dirname}/${folder}/**`,
);

/**
 * One module graph for pages, calls, jobs and command line: server/main.ts is the entry of the server build and imports
 * React Router's build as a virtual module, so every module is loaded once and there is one pool (docs/architecture.md).
 */
export default defineConfig(({ command }) => ({
  define: { __BUILD_DIR__: JSON.stringify(process.env["GTMARC_BUILD_DIR"] ?? "build") },
  plugins: [developmentServer(), failedModules(), retriedImports(), reactRouter()],
  assetsInclude: ["**/*.bin"],
  build: {
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    cssMinify: true,
    modulePreload: {
      resolveDependencies: (file, parts) =>
        parts.filter((part) => !everywhere.test(part) && (!largeIslands.test(file) || isStyle(part))),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: ["app/island-kit/browser.ts", ...globSync("app/behaviors/*.ts")],
          output: {
            // The developer-tools banner measures how long a debugger statement stops the page (behaviors/inspection-watch.ts).
            minify: { compress: { target: "es2022", dropDebugger: false } },
            codeSplitting: {
              groups: [
                appSystem,
                designSystem,
                pageScript,
                sending,
                inputChecks,
                promisedFigures,
                zonedTimes,
                contactPage,
                gridStyles,
                drawingStyles,
                drawingParts,
                estimatorStyles,
                analysisStyles,
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        target: "node24",
        rolldownOptions: { input: "./server/main.ts" },
      },
      ...(command === "build" ? { resolve: { noExternal: bundledPackages } } : {}),
    },
  },
  css: {
    modules: command === "build" ? { generateScopedName: shortName } : {},
    postcss: { plugins: [remQueries] },
  },
  server: { host: "127.0.0.1", watch: { ignored: unwatched } },
}));
