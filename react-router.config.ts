import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: process.env["GTMARC_BUILD_DIR"] ?? "build",
  serverBuildFile: "gtmarc.js",
  ssr: true,
} satisfies Config;
