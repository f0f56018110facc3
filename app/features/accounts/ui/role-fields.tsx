import { type Role, roleDescriptions, roleLabels, roles } from "#app/lib/rights.ts";
import { SelectField } from "#app/ui/forms/field.tsx";

/** A choice of roles with what each can do. With `current` the user can also be removed from the team. */
export function RoleFields({ current, isNew = false }: { current: Role | null; isNew?: boolean }) {
  return (
    <>
      <SelectField
        label="Role"
        name="role"
        defaultValue={current ?? (isNew ? "viewer" : "admin")}
        options={[
          ...roles.map((value) => ({ value, label: roleLabels[value] })),
          ...(current ? [{ value: "none", label: "Remove from the team" }] : []),
        ]}
      />
      <ul className="note">
        {roles.map((each) => (
          <li key={each}>
            {roleLabels[each]}: {roleDescriptions[each]}
          </li>
        ))}
      </ul>
    </>
  );
}
