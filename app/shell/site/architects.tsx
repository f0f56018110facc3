import type { Architect } from "#app/features/content/site-facts.server.ts";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./architects.module.css";

/** The named architects, with their pictures if set; renders nothing without names. */
export function Architects({ people }: { people: readonly Architect[] }) {
  if (people.length === 0) return null;
  return (
    <Section title="Who you work with" surface="sheet">
      <ul className={`grid gap-200 end ${css.people}`}>
        {people.map(({ name, role, picture }) => (
          <li key={name}>
            {picture && (
              <img
                className="full-width"
                src={picture}
                alt=""
                width="240"
                height="240"
                loading="lazy"
                decoding="async"
              />
            )}
            <h3 className="t4">{name}</h3>
            <p>{role}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
