import { useContext } from "react";
import { Links, Scripts } from "react-router";
import { ContentPage } from "#app/island-kit/island.tsx";
import { AppPage, EarlyEvents, KeepScroll, useIsHydrating } from "./early-events.tsx";

/** Marks around React Router's links and scripts, at which the server splits a page (page-scripts.server.ts). */
export const cutMarks = {
  links: '<link rel="modulepreload" href="#page-links"/>',
  scripts: '<script type="page-scripts"></script>',
};

/** The links of a page's route and, on app pages, the scripts that its head ends with. On the server omitted if known. */
export function PageLinks() {
  const page = useContext(AppPage);
  const isContent = useContext(ContentPage) !== null;
  return (
    <>
      {page && <link rel="modulepreload" href="#page-links" />}
      {!page?.scriptsKnown && (
        <>
          <Links />
          {!isContent && <EarlyEvents />}
        </>
      )}
    </>
  );
}

/** React Router's scripts and links to their imports. On the server they are before and between marks, or omitted if known. */
export function PageScripts() {
  const page = useContext(AppPage);
  const isHydrating = useIsHydrating();
  const scripts = (
    <>
      <KeepScroll />
      {isHydrating && <Scripts />}
    </>
  );
  if (!page) return scripts;
  return (
    <>
      <script type="page-scripts" />
      {!page.scriptsKnown && scripts}
      <link rel="modulepreload" href="#page-links" />
      <script type="page-scripts" />
    </>
  );
}
