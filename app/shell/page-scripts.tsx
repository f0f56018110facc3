import { useContext } from "react";
import { Scripts } from "react-router";
import { AppPage } from "./early-events.tsx";

/** What the server cuts a rendered page at: around the links and around the scripts of React Router (page-scripts.server.ts). */
export const cutMarks = {
  links: '<link rel="modulepreload" href="#page-links"/>',
  scripts: '<script type="page-scripts"></script>',
};

/** React Router's scripts and links to what they import. On the server they are between marks, or left out if they are known. */
export function PageScripts() {
  const page = useContext(AppPage);
  if (!page) return <Scripts />;
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
