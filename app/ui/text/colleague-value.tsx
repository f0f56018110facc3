import { Button } from "#app/ui/buttons/button.tsx";

/** Below an edited field: the value saved by a colleague, with a button to use it. Empty text: cleared. */
export function ColleagueValue({ label, value, onUse }: { label: string; value: string; onUse: () => void }) {
  return (
    <>
      {value ? `A colleague saved: ${value}` : "A colleague cleared this field."}{" "}
      <Button variant="tertiary" size={32} onClick={onUse}>
        {value ? `Use ${value}` : `Clear ${label}`}
      </Button>
    </>
  );
}
