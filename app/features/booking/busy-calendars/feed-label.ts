/** Identifies the secret URL of a calendar without revealing it: its hostname and last six characters. */
export const feedLabel = (url: string): string =>
  URL.canParse(url) ? `${new URL(url).host}/…${url.slice(-6)}` : `…${url.slice(-6)}`;
