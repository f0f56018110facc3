// Development only. Edited islands refresh in place; edits to other modules of the page reload it.
// @ts-expect-error virtual module of @react-router/dev
import "virtual:react-router/inject-hmr-runtime";

Object.assign(window, { __reactRouterDataRouter: { revalidate() {} } }); // React Router's refresh runtime calls it; content pages have no router
performance.setResourceTimingBufferSize(5000);
const loaded = (path: string) =>
  performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === path);
let refreshed = 0;
import.meta.hot!.on("vite:beforeUpdate", ({ updates }) => {
  if (updates.every(({ path }) => loaded(path))) refreshed = Date.now();
});
import.meta.hot!.on("react-router:hmr", () =>
  setTimeout(() => {
    if (Date.now() - refreshed > 1000) location.reload();
  }, 300),
);
