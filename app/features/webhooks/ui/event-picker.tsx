import { useState } from "react";
import { matchesSearch, searchFold } from "#app/lib/search/search-fold.ts";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { CheckField, TextField } from "#app/ui/forms/field.tsx";
import { toggleEvent } from "../endpoints/endpoint-draft.ts";
import css from "./endpoint-form.module.css";

export type PickerGroup = { group: string; title: string; events: { name: string; when: string }[] };

export function EventPicker({
  groups,
  chosen,
  error,
  onChosen,
}: {
  groups: readonly PickerGroup[];
  chosen: readonly string[];
  error: string | undefined;
  onChosen: (events: string[]) => void;
}) {
  const [search, setSearch] = useState("");
  const [opened] = useState(() => groups.filter(({ events }) => events.some(({ name }) => chosen.includes(name))));
  const words = search.trim();
  const isAll = chosen.includes("*");
  const found = groups
    .map((group) => ({
      ...group,
      events: group.events.filter(({ name, when }) =>
        matchesSearch(searchFold(`${group.title} ${name} ${when}`), words),
      ),
    }))
    .filter(({ events }) => events.length > 0);
  return (
    <fieldset className={`shrinks ${css.picker}`}>
      <legend>Events</legend>
      <CheckField
        label="All events, also those that are added later"
        checked={isAll}
        error={error}
        onChange={() => onChosen(toggleEvent(chosen, "*"))}
      />
      {!isAll && (
        <>
          <TextField
            label="Search events"
            type="search"
            value={search}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setSearch(target.value)}
          />
          {found.length === 0 && <p role="status">No event matches. Search for another word.</p>}
          {found.map(({ group, title, events }) => {
            const isWhole = chosen.includes(group);
            return (
              <fieldset key={group} className={`shrinks ${css.group}`}>
                <legend className="vh">{title}</legend>
                <CheckField
                  label={<b>All of: {title}</b>}
                  checked={isWhole}
                  onChange={() => onChosen(toggleEvent(chosen, group))}
                />
                <AdminDetails
                  summary={events.length === 1 ? "1 event" : `${events.length} events`}
                  quiet
                  className={classNames(css.more, css.events)}
                  open={words !== "" || opened.some((each) => each.group === group)}
                >
                  {events.map(({ name, when }) => (
                    <CheckField
                      key={name}
                      label={<code>{name}</code>}
                      hint={when}
                      checked={isWhole || chosen.includes(name)}
                      disabled={isWhole}
                      onChange={() => onChosen(toggleEvent(chosen, name))}
                    />
                  ))}
                </AdminDetails>
              </fieldset>
            );
          })}
        </>
      )}
    </fieldset>
  );
}
