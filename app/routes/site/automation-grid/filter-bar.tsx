import { countIn } from "#app/features/content/automation-grid.ts";
import {
  type Area,
  areas,
  automationIds,
  categoryOfArea,
  type GridCategory,
} from "#app/features/content/automation-terms.ts";
import { ChipLink } from "#app/ui/chip.tsx";
import { Hatch } from "#app/ui/hatch.tsx";
import { areaHatch } from "./area-hatch.ts";
import css from "./filter-bar.module.css";

/** Links to the same page with and without `?filter=`; the behavior of the grid follows them without a new page. */
export function FilterBar({ path, current }: { path: string; current: GridCategory | null }) {
  return (
    <nav className={css.bar} aria-label="Filter by area">
      <ul className={`wrap ${css.filters}`}>
        <li>
          <ChipLink href={path} data-filter="" current={current === null} count={automationIds.length}>
            All
          </ChipLink>
        </li>
        {areas.map((area) => (
          <li key={area}>
            <AreaChip path={path} area={area} current={current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AreaChip({ path, area, current }: { path: string; area: Area; current: GridCategory | null }) {
  const category = categoryOfArea[area];
  return (
    <ChipLink
      href={`${path}?filter=${encodeURIComponent(category)}`}
      data-filter={category}
      current={current === category}
      count={countIn(category)}
    >
      <Hatch pattern={areaHatch[area]} shape="small" />
      {category}
    </ChipLink>
  );
}
