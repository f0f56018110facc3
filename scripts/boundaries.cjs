// Import rules (docs/architecture.md, "Boundaries") for dependency-cruiser. A broken rule fails `npm run check`.
const features = require("./features.cjs");

/**
 * Features that extend an earlier one and join its tables in queries: an analysis and a full blueprint belong to a blueprint,
 * an enrollment to a prospect. Asking the other feature would cost a statement per row.
 */
const tableReaders = {
  wizard: ["analysis", "full-blueprint"],
  analysis: ["full-blueprint"],
  pipeline: ["sequences"],
};

/** Subfolders that later features import as well. All others are private to the feature, the routes, `app/shell`, the islands and the server. */
const sharedFolders = {
  access: ["grants", "requests"],
  accounts: ["profile", "providers", "sign-in"],
  analysis: ["sharing"],
  analytics: ["steps"],
  billing: ["stripe"],
  booking: ["agenda", "busy-calendars", "hosts"],
  content: ["automations", "texts", "tools"],
  kit: ["files"],
  mail: ["clicks", "frame", "messages", "receiving", "refusals", "sending"],
  pipeline: ["projection", "prospects", "tasks"],
  roi: ["inputs", "model", "wording", "workbook"],
  security: ["audit", "requests", "security-log"],
};

const outside = (feature) => `^app/features/(?!${feature}/)`;

const featureRules = features.flatMap((feature, position) => {
  const later = features.slice(position + 1);
  return [
    ...(later.length > 0
      ? [
          {
            name: `${feature}-imports-no-later-feature`,
            comment: "A later feature reacts to an event instead: server/process/listeners.ts and server/consumers.ts.",
            severity: "error",
            from: { path: `^app/features/${feature}/` },
            to: { path: `^app/features/(${later.join("|")})/` },
          },
        ]
      : []),
    {
      name: `${feature}-parts-are-private`,
      comment: "Import only the top-level files of another feature, or those of a folder in sharedFolders.",
      severity: "error",
      from: { path: outside(feature), pathNot: "\\.test\\.tsx?$" },
      to: {
        path: `^app/features/${feature}/(?!ui/)[^/]+/`,
        ...(sharedFolders[feature] && {
          pathNot: `^app/features/${feature}/(${sharedFolders[feature].join("|")})/[^/]+$`,
        }),
      },
    },
    {
      name: `${feature}-tables-are-private`,
      comment: "A feature reads another one's rows through its queries.",
      severity: "error",
      from: {
        path: outside(feature),
        pathNot: [
          "tables\\.server\\.ts$|\\.test\\.tsx?$",
          ...(tableReaders[feature] ?? []).map((reader) => `^app/features/${reader}/`),
        ],
      },
      to: { path: `^app/features/${feature}/tables\\.server\\.ts$` },
    },
  ];
});

module.exports = {
  forbidden: [
    ...featureRules,
    {
      name: "features-do-not-share-interface",
      comment: "A page that shows two features composes them in its route.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^app/features/([^/]+)/ui/", pathNot: "^app/features/$1/" },
    },
    {
      name: "routes-do-not-touch-storage",
      comment: "Pages, endpoints and islands call a feature; they never use the database, jobs, mailer or tables.",
      severity: "error",
      from: { path: "^app/(routes|shell|islands)/", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: "^app/platform/|tables\\.server\\.ts$",
        dependencyTypesNot: ["type-only"],
        pathNot: "^app/platform/(env|dates/company-dates|database/together)\\.server\\.ts$",
      },
    },
    {
      name: "one-http-layer",
      comment:
        "Calls are defined below app/routes/api, forms of pages below app/routes/forms; app/shell/api-client.ts is the typed client. Features are independent of HTTP.",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/routes/(api|forms)/|^app/shell/api-client\\.ts$|\\.test\\.tsx?$" },
      to: { path: "node_modules/(hono|@hono)/" },
    },
    {
      name: "islands-stand-alone",
      comment: "An island is its own root: no router, no page-wide context.",
      severity: "error",
      from: { path: "^app/islands/" },
      to: { path: "node_modules/react-router/" },
    },
    {
      name: "behaviors-import-ui-and-kit-only",
      comment: "A behavior is loaded before anything is shown: it must not import features, schemas or React.",
      severity: "error",
      from: { path: "^app/behaviors/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^app/(?!behaviors/|island-kit/|ui/|lib/)|^server/|node_modules/" },
    },
    {
      name: "platform-imports-lib-only",
      severity: "error",
      from: { path: "^app/platform/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(app/(?!platform/|lib/)|server/|tests/)" },
    },
    {
      name: "ui-imports-lib-only",
      severity: "error",
      from: { path: "^app/ui/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(app/(?!ui/|lib/)|server/|tests/)" },
    },
    {
      name: "lib-imports-nothing",
      severity: "error",
      from: { path: "^app/lib/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(app/(?!lib/)|server/|tests/)" },
    },
    {
      name: "features-do-not-import-routes",
      severity: "error",
      from: { path: "^app/features/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(app/(routes|shell|islands)/|server/)" },
    },
    {
      name: "tests-are-not-imported",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^tests/" },
    },
    {
      name: "world-is-for-examples",
      comment: "Its people and firms do not exist; the product itself must not depend on them.",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "^server/demo/|\\.test\\.tsx?$" },
      to: { path: "^db/" },
    },
    {
      name: "world-imports-nothing",
      severity: "error",
      from: { path: "^db/" },
      to: { path: "^(app|server|tests|scripts|tools)/" },
    },
    {
      name: "demo-is-loaded-by-the-operator",
      comment: "Only the operator's command loads demo data.",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "^server/(demo|cli)/|\\.test\\.ts$" },
      to: { path: "^server/demo/" },
    },
    {
      name: "browser-code-stays-out-of-server-files",
      severity: "error",
      from: { path: "^app/(islands|behaviors|ui)/|^app/features/[^/]+/ui/", pathNot: "\\.(test|server)\\.tsx?$" },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.react-router/|^build" },
    // The default parser supports TypeScript below 7 only and would silently read nothing.
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".json", ".css"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
