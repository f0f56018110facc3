/** A site on which no visits are collected, with the command that loads demo data. */
export type UncollectedSite = { host: string; seedDemo: string };

/** The host name of a site on which no visits are collected (localhost and IP addresses); null for others. */
export function uncollectedHost(siteUrl: string): string | null {
  const { hostname } = new URL(siteUrl);
  return hostname === "localhost" || /^[\d.]+$|^\[/.test(hostname) ? hostname : null;
}

/** Why a report without visits is empty here; nothing on other sites. */
export const NotCollected = ({ site }: { site: UncollectedSite | null }) =>
  site && (
    <>
      This site is opened as {site.host}: nothing is collected on localhost and IP addresses. Open it under a host name,
      or load demo data with <code>{site.seedDemo}</code>.
    </>
  );
