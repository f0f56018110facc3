import { areaHatch } from "#app/features/content/automations/automation-terms.ts";
import { ChipLink } from "#app/ui/buttons/chip.tsx";
import { Hatch } from "#app/ui/drawings/hatch.tsx";
import css from "./filter-bar.module.css";
import type { GridData } from "./grid-data.ts";

/** Links to the same page with and without `?filter=`; the behavior of the grid follows them without a new page. */
export function FilterBar({ grid: { all, areas } }: { grid: GridData }) {
  return (
    <nav className={css.bar} aria-label="Filter by area">
      <ul className={`wrap line gap-50 ${css.filters}`}>
        <li className="rigid">
          <ChipLink href={all.href} data-choice="" data-filter="" current={all.isCurrent} count={all.count}>
            All
          </ChipLink>
        </li>
        {areas.map(({ area, name, href, isCurrent, count }) => (
          <li className="rigid" key={area}>
            <ChipLink href={href} data-choice="" data-filter={name} current={isCurrent} count={count}>
              <Hatch pattern={areaHatch[area]} shape="small" />
              {name}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
