import { firmFacts, firmName } from "#app/lib/firm.ts";
import { accentTones, defaultTones } from "#app/lib/formats/color.ts";

/**
 * A complete document in the site's style without scripts or other files, for pages outside React Router. `body` is HTML. Its
 * policy allows only this style and forms to this site.
 */
export const plainDocument = ({ title, body, nonce }: { title: string; body: string; nonce: string }): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} | ${name()}</title>
<style nonce="${nonce}">${style()}</style>
</head>
<body>
<header><a href="/">${name()}</a></header>
<main>
${body}
</main>
</body>
</html>
`;

/** As HTML; a name has no other special characters. */
const name = () => firmName().replaceAll("&", "&amp;");

export const plainPolicy = (nonce: string, formAction: "'none'" | "'self'"): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`;

function style(): string {
  const { accent } = firmFacts();
  const { light, dark } = accent ? accentTones(accent) : defaultTones;
  return `
:root { color-scheme: light dark; --page: #f1f1eb; --sheet: #fcfcf9; --ink: #11202f; --ink-2: #3a4856; --line: #b3b4ab; --control: #7a8287; --action: ${light.action}; --on-action: ${light.ink}; --critical: #a3103d; --focus: #1450c8 }
@media (prefers-color-scheme: dark) {
:root { --page: #0b1826; --sheet: #112437; --ink: #e9eef2; --ink-2: #bcc8d3; --line: #34495e; --control: #70859a; --action: ${dark.action}; --on-action: ${dark.ink}; --critical: #ff8fa8; --focus: #8ab4ff }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--page); color: var(--ink); font: 17px/1.55 Archivo, system-ui, sans-serif }
header { padding: 1.1rem clamp(20px, 4vw, 60px); background: var(--sheet); border-bottom: 1px solid var(--line) }
header a { color: inherit; font-weight: 600; font-size: 1.2rem; text-decoration: none }
main { display: grid; gap: 1.25rem; max-width: 42rem; padding: clamp(2.5rem, 8vw, 6rem) clamp(20px, 4vw, 60px) }
h1 { margin: 0; font-size: clamp(2rem, 5vw, 2.75rem); font-weight: 500; line-height: 1.08; letter-spacing: -0.02em }
p { margin: 0 }
a { color: inherit; text-decoration-color: var(--action); text-underline-offset: 0.2em }
[role="alert"] { padding: 0.8rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-left: 3px solid var(--critical) }
form { display: grid; gap: 0.75rem; justify-items: start }
label { font-weight: 600 }
textarea { width: 100%; padding: 0.75rem; background: var(--sheet); color: inherit; border: 1px solid var(--control); border-radius: 2px; font: inherit }
button { min-height: 48px; padding: 0 1.4rem; background: var(--action); color: var(--on-action); border: 0; border-radius: 2px; font: inherit; font-weight: 600 }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
`;
}
