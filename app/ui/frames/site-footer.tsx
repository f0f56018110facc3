import type { ReactNode } from "react";
import { firmName } from "#app/lib/firm.ts";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { Logo } from "#app/ui/logos/logo.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import css from "./site-footer.module.css";
import { footerColumns } from "./site-links.ts";

/**
 * The footer: identity, links, and the title block of a drawing (`block`: sheet number, page, revision). It has a link per
 * social network page.
 */
export function SiteFooter({
  year,
  socialUrls = [],
  block,
  signup,
  legal,
  children,
}: {
  year: number;
  socialUrls?: readonly string[];
  /** At most three cells, such as ["Sheet A-03", "Pricing", "Rev. 1.0"]. */
  block: readonly string[];
  /** Under the logo: the newsletter form. */
  signup?: ReactNode;
  legal?: string | undefined;
  /** Under the logo: one line about the firm. */
  children?: ReactNode;
}) {
  return (
    <footer className={css.footer}>
      <div className={`wrap ${css.inner}`}>
        <div className={`grid ${css.cells}`}>
          <div className={css.cell}>
            <Logo large />
            {children && <div className={`small top-75 ${css.about}`}>{children}</div>}
            {signup}
            {socialUrls.map((url) => (
              <a key={url} className={`middle gap-60 top-100 ${css.social}`} href={url} rel="me noopener">
                <Icon name="external" />
                {socialName(url)}
              </a>
            ))}
          </div>
          {footerColumns.map(({ title, links }) => (
            <nav key={title} className={css.cell} aria-label={title}>
              <h2 className={`note ${css.title}`}>{title}</h2>
              <PhoneDetails more={`Pages: ${title}`} row>
                <ul className={`grid ${css.links}`}>
                  {links.map(({ href, label }) => (
                    <li key={href}>
                      <a href={href}>{label}</a>
                    </li>
                  ))}
                </ul>
              </PhoneDetails>
            </nav>
          ))}
        </div>
        <div className={`note grid ${css.block}`}>
          <span>
            © {year} {legal ?? firmName()}
          </span>
          {block.slice(0, 3).map((cell) => (
            <span key={cell}>{cell}</span>
          ))}
        </div>
      </div>
    </footer>
  );
}

const networks: Readonly<Record<string, string>> = {
  "linkedin.com": "LinkedIn",
  "youtube.com": "YouTube",
  "x.com": "X",
  "github.com": "GitHub",
  "facebook.com": "Facebook",
  "instagram.com": "Instagram",
};

/** "https://www.linkedin.com/company/…" → "LinkedIn"; unknown hosts are shown as they are. */
function socialName(address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : address;
  return networks[host] ?? host;
}
