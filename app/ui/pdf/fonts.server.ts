import { Font } from "@react-pdf/renderer";
import archivo400 from "./fonts/archivo-400.ttf?inline";
import archivo520 from "./fonts/archivo-520.ttf?inline";
import archivo600 from "./fonts/archivo-600.ttf?inline";
import sourceSerif from "./fonts/source-serif-4.ttf?inline";
import splineMono from "./fonts/spline-sans-mono.ttf?inline";
import { faces } from "./ink.server.ts";
import { wordPieces } from "./text/line-breaks.server.ts";

let registered = false;

/** Registers the fonts with the renderer, once per process. No hyphenation, which would break figures and tool names. */
export function registerFonts(): void {
  if (registered) return;
  registered = true;
  Font.register({
    family: faces.sans,
    fonts: [
      { src: archivo400, fontWeight: 400 },
      { src: archivo520, fontWeight: 520 },
      { src: archivo600, fontWeight: 600 },
    ],
  });
  Font.register({ family: faces.serif, src: sourceSerif });
  Font.register({ family: faces.mono, src: splineMono });
  Font.registerHyphenationCallback(wordPieces);
}
