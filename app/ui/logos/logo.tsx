import { firmLogo, firmName, isUnnamed } from "#app/lib/firm.ts";
import { classNames } from "#app/ui/class-names.ts";
import css from "./logo.module.css";

/**
 * The mark: an arc, its radius and its center. Below 24 px the thin radius is omitted and strokes are thicker. The center uses
 * the surrounding vermilion (`--mark`), which is pale on blueprint.
 */
export function Mark({ size = 30 }: { size?: number }) {
  const small = size < 24;
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <g fill="none" stroke="currentColor">
        <path
          strokeWidth={small ? 3.6 : 2.8}
          d={small ? "M24.49 7.51A12 12 0 1 0 28 16H18" : "M24.49 7.51A12 12 0 1 0 28 16H17"}
        />
        {!small && <path strokeWidth="1.15" d="M19.1 12.9l8.2-8.2" />}
      </g>
      <circle cx="16" cy="16" r={small ? 3.6 : 2.9} className={css.center} />
    </svg>
  );
}

export const Wordmark = () =>
  isUnnamed() ? (
    <span>
      GTM<b>arc</b>
    </span>
  ) : (
    <span className={css.name}>{firmName()}</span>
  );

/** Mark and wordmark as a link to the home page. */
export function Logo({ large, className }: { large?: boolean; className?: string | undefined }) {
  const logo = firmLogo(large ? 40 : 30);
  return (
    <a className={classNames(css.logo, large && css.large, className)} href="/" aria-label={`${firmName()} home`}>
      {logo ? (
        <img {...logo} alt="" />
      ) : (
        <>
          {isUnnamed() && <Mark />}
          <Wordmark />
        </>
      )}
    </a>
  );
}
