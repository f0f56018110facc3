/** The parts of pdfkit used for tagging and for drawing glyphs; the package has no types. */
declare module "pdfkit" {
  type FontkitFont = import("./text/glyphs.ts").FontkitFont;
  export interface EmbeddedFont {
    readonly id: string;
    readonly font: FontkitFont;
    readonly scale: number;
    /** The font's ids of the embedded glyphs; the index is a glyph's number in the PDF. */
    readonly subset: { readonly glyphs: number[] };
    readonly widths: number[];
    readonly unicode: number[][];
    ref(): unknown;
  }
  export interface StructureContent {
    readonly refs: readonly unknown[];
  }
  export interface StructureElement {
    add(child: StructureElement | StructureContent): this;
    end(): void;
  }
  export default class PDFDocument {
    constructor(options: Record<string, unknown>);
    on(event: "pageAdded" | "end", listener: () => void): this;
    on(event: "data", listener: (chunk: Uint8Array) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    struct(type: string, options?: { alt?: string; actual?: string; title?: string }): StructureElement;
    addStructure(element: StructureElement): this;
    markContent(tag: string, options?: { type?: string }): this;
    markStructureContent(tag: string): StructureContent;
    endMarkedContent(): this;
    font(source: unknown, size?: number): this;
    fontSize(size: number): this;
    save(): this;
    restore(): this;
    transform(a: number, b: number, c: number, d: number, e: number, f: number): this;
    addContent(content: string): this;
    readonly page: { readonly height: number; readonly fonts: Record<string, unknown> };
    _font: EmbeddedFont;
    readonly _fontSize: number;
    /** Called by the renderer, if it exists, instead of its own drawing. `x` and `y` are in points. */
    glyphs?: (
      glyphs: import("./text/glyphs.ts").GlyphRun["glyphs"],
      positions: readonly import("./text/glyphs.ts").GlyphPosition[],
      x: number,
      y: number,
    ) => void;
    link(x: number, y: number, width: number, height: number, url: unknown, options?: object): this;
  }
}
