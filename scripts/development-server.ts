import { getRequestListener } from "@hono/node-server";
import type { Plugin } from "vite";

/** `npm run dev`: sends every request except Vite's own files through the request chain of `npm start`. */
export function developmentServer(): Plugin {
  return {
    name: "gtmarc-development-server",
    apply: "serve",
    configureServer(server) {
      const openSite = async () => {
        const ssr = server.environments["ssr"] as unknown as {
          runner: {
            import(
              path: string,
            ): Promise<{ developmentSite(): Promise<{ fetch(request: Request): Promise<Response> }> }>;
          };
        };
        const { developmentSite } = await ssr.runner.import("/server/development.ts");
        return developmentSite();
      };
      // Loaded before someone opens a page; a failure is shown there.
      server.httpServer?.once("listening", () => void openSite().catch(() => {}));
      return () => {
        server.middlewares.use(async (request, response, next) => {
          try {
            request.url = request.originalUrl ?? request.url;
            const site = await openSite();
            await getRequestListener(site.fetch as never)(request, response);
          } catch (error) {
            server.ssrFixStacktrace(error as Error);
            next(error);
          }
        });
      };
    },
  };
}
