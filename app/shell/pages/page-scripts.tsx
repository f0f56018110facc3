import { useContext } from "react";
import { Scripts } from "react-router";
import { AppPage, useIsHydrating } from "./early-events.tsx";

/** Marks around React Router's links and scripts, at which the server splits a page (page-scripts.server.ts). */
export const cutMarks = {
  links: '<link rel="modulepreload" href="#page-links"/>',
  scripts: '<script type="page-scripts"></script>',
};

/** React Router's scripts and links to their imports. On the server they are between marks, or omitted if known. */
export function PageScripts() {
  const page = useContext(AppPage);
  const isHydrating = useIsHydrating();
  if (!page) return isHydrating && <Scripts />;
  const mark = (
    <>
      <link rel="modulepreload" href="#page-links" />
      <script type="page-scripts" />
    </>
  );
  return (
    <>
      {mark}
      {!page.scriptsKnown && <Scripts />}
      {mark}
    </>
  );
}
