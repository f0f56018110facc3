/** The parts of pdfkit used for tagging; the package has no types. */
declare module "pdfkit" {
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
    struct(type: string, options?: { alt?: string; title?: string }): StructureElement;
    addStructure(element: StructureElement): this;
    markContent(tag: string, options?: { type?: string }): this;
    markStructureContent(tag: string): StructureContent;
    endMarkedContent(): this;
    link(x: number, y: number, width: number, height: number, url: unknown, options?: object): this;
  }
}
