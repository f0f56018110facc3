import { StyleSheet } from "@react-pdf/renderer";

/*
 * Colors, fonts and sizes of PDFs. The values are the light ones of tokens.css: PDFs have no custom properties, and
 * paper is always light. Lengths are points on a US Letter page (612 by 792).
 */

export const ink = {
  page: "#fcfcf9",
  vellum: "#f1f1eb",
  sunk: "#e6e6dd",
  trace: "#f7eab2",
  text: "#11202f",
  text2: "#3a4856",
  text3: "#56626d",
  line: "#d2d1c6",
  line2: "#b3b4ab",
  mark: "#c93d0e",
  solid: "#11335a",
  positive: "#17663f",
  caution: "#7d5200",
  blueprint: "#11335a",
  blueprintText: "#edf3f9",
  blueprintText2: "#b7cce2",
  blueprintLine: "#6d93bd",
  blueprintGrid: "#1c3d64",
  blueprintMark: "#ffb08c",
} as const;

export const faces = { sans: "Archivo", serif: "Source Serif 4", mono: "Spline Sans Mono" } as const;

export const sheet = { size: "LETTER", width: 612, height: 792, margin: 48, top: 74, bottom: 66 } as const;

/** Width between the margins. */
export const measure = sheet.width - 2 * sheet.margin;

export const type = StyleSheet.create({
  display: {
    fontFamily: faces.sans,
    fontWeight: 520,
    fontSize: 34,
    lineHeight: 1.08,
    letterSpacing: -0.9,
    color: ink.text,
  },
  title: {
    fontFamily: faces.sans,
    fontWeight: 520,
    fontSize: 20,
    lineHeight: 1.12,
    letterSpacing: -0.4,
    color: ink.text,
  },
  heading: {
    fontFamily: faces.sans,
    fontWeight: 600,
    fontSize: 11.5,
    lineHeight: 1.25,
    letterSpacing: -0.1,
    color: ink.text,
  },
  body: { fontFamily: faces.sans, fontWeight: 400, fontSize: 9, lineHeight: 1.45, color: ink.text },
  strong: { fontFamily: faces.sans, fontWeight: 600, fontSize: 9, lineHeight: 1.45, color: ink.text },
  small: { fontFamily: faces.sans, fontWeight: 400, fontSize: 7.6, lineHeight: 1.4, color: ink.text2 },
  lede: { fontFamily: faces.serif, fontWeight: 400, fontSize: 11.5, lineHeight: 1.45, color: ink.text2 },
  prose: { fontFamily: faces.serif, fontWeight: 400, fontSize: 10, lineHeight: 1.5, color: ink.text2 },
  note: { fontFamily: faces.mono, fontWeight: 400, fontSize: 7, lineHeight: 1.4, color: ink.text3 },
  figure: {
    fontFamily: faces.sans,
    fontWeight: 400,
    fontSize: 24,
    lineHeight: 1,
    letterSpacing: -0.9,
    color: ink.text,
  },
  numbers: { fontFamily: faces.sans, fontFeatureSettings: ["tnum", "lnum"] },
});
