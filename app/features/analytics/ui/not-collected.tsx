/** The host name of a site on which no visits are collected (localhost and IP addresses); null for others. */
export function uncollectedHost(siteUrl: string): string | null {
  const { hostname } = new URL(siteUrl);
  return hostname === "localhost" || /^[\d.]+$|^\[/.test(hostname) ? hostname : null;
}

/** Why nothing is collected here. `seedDemo`: the command that loads demo data. */
export const NotCollected = ({ host, seedDemo }: { host: string; seedDemo: string }) => (
  <>
    This site is opened as {host}: nothing is collected on localhost and IP addresses. Open it under a host name, or
    load demo data with <code>{seedDemo}</code>.
  </>
);
