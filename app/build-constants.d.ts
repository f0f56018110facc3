/** The folder of this build (with client/ and server/ in it), relative to the project; set by vite.config.ts. */
declare const __BUILD_DIR__: string;

declare module "virtual:react-router/server-build" {
  export const routes: import("react-router").ServerBuild["routes"];
  const build: import("react-router").ServerBuild;
  export default build;
}
