import { Button } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import type { GridData } from "./grid-data.ts";
import css from "./search-form.module.css";

/**
 * Words and tools to look for. The form is sent to the same page, which shows what matches; the behavior of the grid does
 * that at each change without a new page. Every tool that was chosen is also a link that removes it.
 */
export function SearchForm({ grid: { path, words, maxSearchLength, areas, tools } }: { grid: GridData }) {
  const area = areas.find(({ isCurrent }) => isCurrent);
  const chosen = tools.filter(({ isChosen }) => isChosen);
  return (
    <search className="wrap">
      <form className={`cluster gap-75 end ${css.form}`} action={path} method="get" autoComplete="off" data-grid="">
        {area && <input type="hidden" name="filter" value={area.name} />}
        <TextField
          label="Search automations"
          className={css.words}
          icon="search"
          type="search"
          name="q"
          defaultValue={words}
          maxLength={maxSearchLength}
          placeholder="leads, invoice, follow-up"
        />
        <details className={css.tools} data-menu="">
          <summary>
            <Icon name="filter" />
            Tools
            <Icon name="chevron" size={16} />
          </summary>
          <fieldset className={`card ${css.panel}`}>
            <legend className="vh">Tools</legend>
            <p className="small">Automations that use all of the tools you choose</p>
            <ul className={css.choices}>
              {tools.map(({ id, name, count, isChosen }) => (
                <li key={id}>
                  <label>
                    <input type="checkbox" name="tool" value={id} defaultChecked={isChosen} />
                    <span>{name}</span>
                    <span className="note">{count}</span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        </details>
        <Button type="submit">Search</Button>
      </form>
      <ul className={`cluster gap-50 ${css.chosen}`} data-chosen="" aria-label="Chosen tools">
        {chosen.map(({ id, name, without }) => (
          <ChosenTool key={id} name={name} href={without} id={id} />
        ))}
      </ul>
      <template data-chosen-tool="">
        <ChosenTool name="" href={path} id="" />
      </template>
    </search>
  );
}

const ChosenTool = ({ name, href, id }: { name: string; href: string; id: string }) => (
  <li>
    <a className={`middle gap-50 rounded ui-size ${css.remove}`} href={href} data-choice="" data-without={id}>
      <span className="vh">Remove </span>
      <span data-name="">{name}</span>
      <Icon name="close" size={14} />
    </a>
  </li>
);
