import type { CSSProperties, ReactNode } from "react";

/* Elements that look the same in mail programs, which ignore much of CSS: layout by tables, no margins on links. */

type SectionProps = { className?: string; tdClassName?: string; style?: CSSProperties; children: ReactNode };

/** A block as wide as its parent. Padding and alignment apply to the cell, because Outlook ignores them on tables. */
export function Section({
  className,
  tdClassName,
  style: { padding, textAlign, ...style } = {},
  children,
}: SectionProps) {
  return (
    <table
      {...{ role: "presentation", align: "center", width: "100%", border: 0, cellPadding: 0, cellSpacing: 0 }}
      className={className}
      style={style}
    >
      <tbody>
        <tr>
          <td className={tdClassName} style={{ padding, textAlign }}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

export const Link = (props: { href: string; className?: string; style?: CSSProperties; children: ReactNode }) => (
  <a {...props} target="_blank" />
);

/** A link as a filled box. Outlook takes the padding from the cell, other programs from the link. */
export const Button = ({ href, className, style: { padding, ...style }, children }: ButtonProps) => (
  <table {...{ role: "presentation", border: 0, cellPadding: 0, cellSpacing: 0 }}>
    <tbody>
      <tr>
        <td
          className={className}
          style={{ backgroundColor: style.backgroundColor, borderRadius: style.borderRadius, ...msoPadding(padding) }}
        >
          <Link
            {...(className ? { className } : {})}
            href={href}
            style={{ ...style, display: "inline-block", padding, textDecoration: "none" }}
          >
            {children}
          </Link>
        </td>
      </tr>
    </tbody>
  </table>
);
type ButtonProps = { href: string; className?: string; style: CSSProperties; children: ReactNode };

const msoPadding = (padding: CSSProperties["padding"]) => ({ msoPaddingAlt: padding }) as CSSProperties;

/**
 * What a mail list shows after the subject. Filled with blanks, so that it does not show the body's first words; the space
 * before them keeps Alpine from joining the last two words.
 */
export const Preview = ({ children }: { children: string }) => (
  <div
    data-skip-in-text="true"
    style={{ display: "none", overflow: "hidden", lineHeight: "1px", opacity: 0, maxHeight: 0, maxWidth: 0 }}
  >
    {`${children} ${blank.repeat(Math.max(0, previewLength - children.length))}`}
  </div>
);
const previewLength = 200;
const blank = "\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff";
