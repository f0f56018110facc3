import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: process.env["GTMARC_BUILD_DIR"] ?? "build",
  serverBuildFile: "gtmarc.js",
  // A page's action would be a file of its own, first fetched when a form is sent: lost input if it is missing by then.
  splitRouteModules: false,
  ssr: true,
} satisfies Config;
