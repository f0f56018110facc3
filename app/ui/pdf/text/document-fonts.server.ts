import { Font } from "@react-pdf/renderer";
import { withoutTurns } from "#app/lib/text.ts";
import type { FontkitFont } from "./glyphs.ts";
import { hanStyleOf, hasRightToLeft, isRightToLeftText, TextFont } from "./text-font.server.ts";

/** A node of a document before its layout. */
export interface DocumentNode {
  type: string;
  value?: string;
  props?: Record<string, unknown>;
  style?: Style | readonly (Style | undefined)[];
  children?: DocumentNode[];
}
interface Style {
  fontFamily?: string;
  fontWeight?: number;
  textAlign?: string;
  [name: string]: unknown;
}

type Descriptor = { fontFamily: string; fontWeight?: number; fontStyle?: "normal" | "italic" };

/** Scripts whose letters touch: no space may be added or removed between them. */
const joined =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Thaana}\p{Script=Syriac}]/u;

/**
 * The fonts of one document: its own, with the fallback fonts for characters that they lack. Reads the files that the texts need
 * and sets the direction of texts that begin with a right-to-left letter; their alignment stays that of the page.
 *
 * Texts that are made during the layout (page numbers) get no fallback fonts.
 */
export async function documentFonts(root: DocumentNode): Promise<typeof Font> {
  const texts = textsOf(root, {});
  const han = hanStyleOf(texts.map(({ text }) => text).join("\n"));
  const fonts = new Map<string, TextFont>();
  const resolved = (descriptor: Descriptor) => {
    const source = Font.getFont(descriptor)!;
    const key = `${source.fontFamily} ${source.fontWeight}`;
    const base = source.data as unknown as FontkitFont | null;
    if (!base) return null;
    const known = fonts.get(key) ?? new TextFont(base, source.fontFamily, Number(source.fontWeight), han);
    fonts.set(key, known);
    return known;
  };
  for (const { text, descriptor } of texts) {
    await Font.load(descriptor);
    await resolved(descriptor)!.prepare(text);
  }
  return {
    load: Font.load,
    getEmojiSource: () => null,
    getHyphenationCallback: Font.getHyphenationCallback,
    getFont: (descriptor: Descriptor) =>
      descriptor.fontFamily === "Helvetica" ? null : { data: resolved(descriptor) },
  } as unknown as typeof Font;
}

/** Collects texts with their fonts, and prepares the styles of right-to-left and joined texts. */
function textsOf(node: DocumentNode, inherited: Style): { text: string; descriptor: Descriptor }[] {
  const own = Object.assign({}, ...[node.style ?? []].flat()) as Style;
  const style = { ...inherited, ...own };
  if (node.type === "TEXT") {
    const text = plainText(node);
    // Forbids breaks with a hyphen, which the library allows where a word continues in another script.
    if (/[^\0-\u024f\u2000-\u206f]/.test(text)) node.props = { ...node.props, hyphenationPenalty: 10_000 };
    if (hasRightToLeft(text) || joined.test(text)) {
      const isRightToLeft = isRightToLeftText(text);
      node.style = {
        ...own,
        ...(joined.test(text) && { letterSpacing: 0 }),
        ...(isRightToLeft && { direction: "rtl", textAlign: style.textAlign ?? "left" }),
      };
    }
  }
  return (node.children ?? []).flatMap((child) => {
    if (child.type !== "TEXT_INSTANCE") return textsOf(child, style);
    child.value = withoutTurns(child.value ?? "");
    return [{ text: child.value, descriptor: { fontFamily: style.fontFamily!, fontWeight: style.fontWeight ?? 400 } }];
  });
}

const plainText = (node: DocumentNode): string =>
  node.value ?? (node.children ?? []).map((child) => plainText(child)).join("");
