/**
 * The page for a database that is unavailable before React Router is reached, such as while the session is looked up. It
 * needs no other file, so it works whatever else is unavailable.
 */
export const unavailablePage = (message: string, nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Temporarily unavailable | GTMarc</title>
<style nonce="${nonce}">
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; font: 18px/1.5 system-ui, sans-serif }
main { max-width: 32em }
h1 { font-size: 2em; line-height: 1.2; margin: 0 }
</style>
</head>
<body>
<main>
<h1>Temporarily unavailable</h1>
<p>${message}</p>
<p><a href="">Try again</a></p>
</main>
</body>
</html>
`;

export const unavailablePolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`;
