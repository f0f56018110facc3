declare module "subset-font" {
  const subsetFont: (
    font: Buffer,
    text: string | undefined,
    options?: {
      targetFormat?: "sfnt" | "truetype" | "woff" | "woff2";
      keepFeatures?: string[];
      /** Instead of a text. */
      keepAllGlyphs?: boolean;
      noHinting?: boolean;
      variationAxes?: Record<string, number | { min: number; max: number } | undefined>;
    },
  ) => Promise<Buffer>;
  export default subsetFont;
}
