declare module "subset-font" {
  const subsetFont: (
    font: Buffer,
    text: string,
    options?: {
      targetFormat?: "sfnt" | "truetype" | "woff" | "woff2";
      keepFeatures?: string[];
      variationAxes?: Record<string, number | { min: number; max: number } | undefined>;
    },
  ) => Promise<Buffer>;
  export default subsetFont;
}
