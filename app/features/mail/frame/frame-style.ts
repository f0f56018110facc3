import type { CSSProperties } from "react";
import { accentTones, defaultTones } from "#app/lib/formats/color.ts";
import { env } from "#app/platform/env.server.ts";

/** The design's colors as plain values: mail programs do not support custom properties. Same values as ui/tokens.css. */
export const background = { page: "#f1f1eb", sheet: "#fcfcf9" };
export const ink = { first: "#11202f", second: "#3a4856", third: "#56626d" };
export const line = { inner: "#d2d1c6", structural: "#b3b4ab" };
export const blueprint = { band: "#11335a", deep: "#0b2544", ink: "#edf3f9", second: "#b7cce2", line: "#6d93bd" };

/** The firm's accent color, if it has one. */
function actions() {
  const { FIRM_ACCENT: accent } = env();
  return accent ? accentTones(accent) : defaultTones;
}
export const action = () => actions().light;

/** Fonts of the reader's machine only: a mail loads nothing. */
export const sans: CSSProperties = { fontFamily: "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif" };
export const serif: CSSProperties = { fontFamily: "'Source Serif 4',Georgia,'Times New Roman',serif" };
export const mono: CSSProperties = { fontFamily: "'Spline Sans Mono','Courier New',Courier,monospace" };

/** For text with names: mail programs know this property longer than overflow-wrap. */
export const breaks: CSSProperties = { wordBreak: "break-word" };

/**
 * Rules that inline styles cannot express: narrow screens and dark mode. `!important` overrides the inline styles. Mail
 * programs that drop it still show the light, 600 px wide sheet. No quotes, <, > or &: React would escape them.
 */
export const styleSheet = () => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;-webkit-text-size-adjust:100%}
@media (max-width:620px){
.m-page{padding:0!important}
.m-sheet{border-left:0!important;border-right:0!important}
.m-pad{padding-left:24px!important;padding-right:24px!important}
.m-title{font-size:28px!important}
.m-code{font-size:44px!important;letter-spacing:5px!important}
.m-code-long{font-size:22px!important;letter-spacing:1px!important}
.m-figure{display:block!important;width:auto!important;border-right:0!important;border-bottom:1px solid #d2d1c6!important;padding:14px 0!important}
.m-figure-last{border-bottom:0!important}
}
@media (prefers-color-scheme:dark){
body,.m-page{background:#0b1826!important}
.m-sheet{background:#112437!important;border-color:#34495e!important}
.m-rule{border-color:#34495e!important}
.m-figure,.m-cell{border-color:#23384c!important}
.m-band{background:#0f2d50!important}
.m-box{background:#091f3a!important}
.m-ink{color:#e9eef2!important}
.m-rule-ink{border-color:#bcc8d3!important}
.m-ink-2{color:#bcc8d3!important}
.m-ink-3{color:#93a2b0!important}
.m-action{background:${actions().dark.action}!important;color:${actions().dark.ink}!important}
.m-link{color:${actions().dark.text}!important}
}`;
