// Who may import whom (docs/architecture.md, "Walls"), for dependency-cruiser. A broken rule fails `npm run check`.
const rooms = require("./rooms.cjs");

/**
 * Features that extend an earlier one and join its tables in their queries: an analysis and a full blueprint belong to a
 * blueprint, and asking its feature row by row would cost a statement each.
 */
const tableReaders = { wizard: ["analysis", "full-blueprint"], analysis: ["full-blueprint"] };

/** Features with subfolders: code outside the feature imports a subfolder's front file, never a file behind it. */
const withFronts = ["booking"];

const outside = (room) => `^app/features/(?!${room}/)`;

const roomRules = rooms.flatMap((room, position) => {
  const later = rooms.slice(position + 1);
  return [
    ...(later.length > 0
      ? [
          {
            name: `${room}-knows-no-later-room`,
            comment: "A later feature reacts to an event instead: server/listeners.ts and server/consumers.ts.",
            severity: "error",
            from: { path: `^app/features/${room}/` },
            to: { path: `^app/features/(${later.join("|")})/` },
          },
        ]
      : []),
    {
      name: `${room}-parts-are-private`,
      comment: "Of another room only the top-level files and the fronts of its subfolders may be used.",
      severity: "error",
      from: { path: outside(room), pathNot: "\\.test\\.tsx?$" },
      to: {
        path: `^app/features/${room}/(?!ui/)[^/]+/`,
        ...(withFronts.includes(room) && { pathNot: `^app/features/${room}/([^/]+)/\\1(\\.server)?\\.tsx?$` }),
      },
    },
    {
      name: `${room}-tables-are-private`,
      comment: "A feature reads another one's rows through its queries.",
      severity: "error",
      from: {
        path: outside(room),
        pathNot: [
          "tables\\.server\\.ts$|\\.test\\.tsx?$",
          ...(tableReaders[room] ?? []).map((reader) => `^app/features/${reader}/`),
        ],
      },
      to: { path: `^app/features/${room}/tables\\.server\\.ts$` },
    },
  ];
});

const frontRules = withFronts.map((feature) => ({
  name: `${feature}-subfolders-have-fronts`,
  comment: "Import `<subfolder>/<subfolder>.server.ts`; add what you need to its exports.",
  severity: "error",
  from: { path: "^(app|server)/", pathNot: `^app/features/${feature}/|\\.test\\.tsx?$` },
  to: {
    path: `^app/features/${feature}/(?!ui/|emails/)([^/]+)/`,
    pathNot: `^app/features/${feature}/([^/]+)/\\1(\\.server)?\\.tsx?$`,
  },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    ...frontRules,
    {
      name: "rooms-do-not-borrow-interface",
      comment: "A page that shows two rooms composes them in the route.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^app/features/([^/]+)/ui/", pathNot: "^app/features/$1/" },
    },
    {
      name: "routes-do-not-touch-storage",
      comment: "Pages, calls and islands ask a room; they never see the database, jobs, mailer or tables.",
      severity: "error",
      from: { path: "^app/(routes|shell|islands)/", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: "^app/platform/|tables\\.server\\.ts$",
        dependencyTypesNot: ["type-only"],
        pathNot: "^app/platform/env\\.server\\.ts$",
      },
    },
    {
      name: "islands-stand-alone",
      comment: "An island is its own root: no router, no page-wide context.",
      severity: "error",
      from: { path: "^app/islands/" },
      to: { path: "node_modules/react-router/" },
    },
    {
      name: "behaviours-know-ui-and-kit-only",
      comment: "A behaviour is loaded before anything is shown: it carries no room, no schema and no React.",
      severity: "error",
      from: { path: "^app/behaviours/" },
      to: { path: "^app/(?!behaviours/|island-kit/|ui/|lib/)|^server/|node_modules/" },
    },
    {
      name: "platform-knows-lib-only",
      severity: "error",
      from: { path: "^app/platform/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(app/(?!platform/|lib/)|server/|tests/)" },
    },
    {
      name: "ui-knows-lib-only",
      severity: "error",
      from: { path: "^app/ui/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(app/(?!ui/|lib/)|server/|tests/)" },
    },
    {
      name: "lib-knows-nothing",
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
      name: "nobody-imports-tests",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^tests/" },
    },
    {
      name: "world-is-for-examples",
      comment: "Its people and firms do not exist: the product itself knows none of them.",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "^server/demo/|\\.test\\.tsx?$" },
      to: { path: "^db/" },
    },
    {
      name: "world-knows-nothing",
      severity: "error",
      from: { path: "^db/" },
      to: { path: "^(app|server|tests|scripts|bench)/" },
    },
    {
      name: "demo-is-loaded-by-the-operator",
      comment: "Demo data is made by the features' commands; no page and no job makes it.",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "^server/(demo|cli)/" },
      to: { path: "^server/demo/" },
    },
    {
      name: "browser-code-stays-out-of-server-files",
      severity: "error",
      from: { path: "^app/(islands|behaviours|ui)/|^app/features/[^/]+/ui/", pathNot: "\\.(test|server)\\.tsx?$" },
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
    // The default parser knows TypeScript below 7 only and would silently read nothing.
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".json", ".css"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
