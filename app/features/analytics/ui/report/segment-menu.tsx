import { Link, useLocation } from "react-router";
import type { Segment } from "#app/features/analytics/reports/definitions/segments.server.ts";
import { areSameFilters, withFilters } from "#app/features/analytics/reports/period/report-address.ts";
import type { VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { Menu } from "#app/ui/admin/admin-menu.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { CheckField, TextField } from "#app/ui/forms/field.tsx";
import { EditButton, type RecordAction, RecordDialogs, type RecordQuestion } from "../record-dialogs.tsx";
import { filterText } from "./report-bar.tsx";
import css from "./segment-menu.module.css";

export function SegmentMenu({
  segments,
  filters,
  action,
}: {
  segments: readonly Segment[];
  filters: readonly VisitFilter[];
  action: RecordAction;
}) {
  const { search } = useLocation();
  const dialog = useDialog<RecordQuestion<Segment>>(action, null);
  const [, setQuestion] = dialog;
  const current = segments.find((segment) => areSameFilters(segment.filters, filters));
  const filtersText = filters.map(filterText).join(", ");
  return (
    <>
      <Menu about={current ? `Segment: ${current.name}` : "Segments"} label={current?.name ?? "Segments"}>
        {segments.length === 0 ? (
          <p className={`muted lh-145 ${css.none}`}>
            Save a set of filters here to use it again. All admins see the same segments.
          </p>
        ) : (
          <ul className={css.list}>
            {segments.map((segment) => (
              <li key={segment.id} className={`line ${css.segment}`}>
                <Link
                  className="line middle between gap-100 breaks"
                  to={withFilters(search, segment.filters)}
                  title={segment.filters.map(filterText).join(", ")}
                  aria-current={segment === current ? "true" : undefined}
                  preventScrollReset
                >
                  {segment.name}
                  {segment === current && <Icon name="check" size={14} />}
                </Link>
                <EditButton
                  label={`Edit the segment ${segment.name}`}
                  onClick={() => setQuestion({ kind: "edit", item: segment })}
                />
              </li>
            ))}
          </ul>
        )}
        <p className={`muted ${css.save}`}>
          {filters.length === 0 ? (
            "Add a filter, then save it as a segment."
          ) : (
            <Button size={32} disabled={current !== undefined} onClick={() => setQuestion({ kind: "add" })}>
              Save filters as segment
            </Button>
          )}
        </p>
      </Menu>
      <RecordDialogs
        {...{ noun: "segment", act: action.act, dialog }}
        add={{ title: "Save a segment", confirm: "Save segment" }}
        fields={(segment) => (
          <>
            {!segment && <p>{filtersText}. Every admin can use, change and delete it.</p>}
            <TextField
              label="Name"
              name="name"
              required
              maxLength={60}
              autoComplete="off"
              defaultValue={segment?.name}
            />
            {segment && filters.length > 0 && !areSameFilters(segment.filters, filters) && (
              <CheckField label="Replace its filters with the current ones" name="replace" hint={filtersText} />
            )}
          </>
        )}
        more={(form, segment) => ({
          filters: JSON.stringify(segment && !form.get("replace") ? segment.filters : filters),
        })}
        remove={{
          title: ({ name }) => `Delete the segment “${name}”?`,
          effect: "It disappears for all admins. The visits stay as they are.",
        }}
      />
    </>
  );
}
