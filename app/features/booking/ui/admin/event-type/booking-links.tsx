import { useState } from "react";
import { Link, useFetcher } from "react-router";
import { type BookingLink, bookingLinkStates } from "#app/features/booking/hosts/event-type.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { isSending } from "#app/ui/forms/form-sending.ts";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";

/** The links of an event type that book one call each: what became of them, and a form for another one. */
export function BookingLinks({
  eventTypeId,
  links,
  revoking,
  onRevoke,
}: {
  eventTypeId: string;
  links: readonly BookingLink[];
  revoking: boolean;
  onRevoke: (linkId: string) => void;
}) {
  const fetcher = useFetcher<{ ok: boolean; message: string; linkUrl?: string }>();
  const [label, setLabel] = useState("");
  const made = fetcher.data?.ok ? fetcher.data.linkUrl : undefined;
  return (
    <section className="grid gap-100" aria-labelledby="links-title">
      <h2 className="t4" id="links-title">
        Personal links
      </h2>
      <p className="muted">
        Each link books one call. The visitor gets another one by email if the call is canceled, or if it is missed and
        you invite them to book again.
      </p>
      <FormFailure text={fetcher.data && !fetcher.data.ok ? fetcher.data.message : undefined} />
      <ScriptForm
        className="grid gap-100"
        aria-label="Personal link"
        onSubmit={(event) => {
          event.preventDefault();
          void fetcher.submit({ intent: "make-link", eventTypeId, label }, { method: "post" });
          setLabel("");
        }}
      >
        <TextField
          label="For whom"
          optional
          maxLength={100}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" size={40} busy={isSending(fetcher)} busyText="Creating">
            Create a link
          </Button>
        </div>
      </ScriptForm>
      {made && (
        <TextField
          label="New link"
          readOnly
          value={made}
          hint="Shown once. Copy it now."
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {links.length > 0 && (
        <Table
          caption="Personal links"
          quiet
          columns={[
            { label: "For", heads: true, cell: ({ label: whom }) => whom || "Not named" },
            { label: "Created", cell: ({ createdAt }) => <Day at={createdAt} /> },
            {
              label: "State",
              cell: ({ state, usedAt, bookingId }) => (
                <>
                  {bookingId && usedAt ? (
                    <Link to={`/admin/calendar/calls/${bookingId}`}>{bookingLinkStates[state]}</Link>
                  ) : (
                    bookingLinkStates[state]
                  )}
                  {bookingId && state === "open" && (
                    <>
                      . Books <Link to={`/admin/calendar/calls/${bookingId}`}>this call</Link> again.
                    </>
                  )}
                  {usedAt && (
                    <>
                      , <Day at={usedAt} />
                    </>
                  )}
                </>
              ),
            },
            {
              label: "Actions",
              cell: ({ id, label: whom, state }) =>
                state === "open" && (
                  <Button
                    size={32}
                    disabled={revoking}
                    aria-label={`Revoke the link for ${whom || "a person who is not named"}`}
                    onClick={() => onRevoke(id)}
                  >
                    Revoke
                  </Button>
                ),
            },
          ]}
          rows={[...links]}
        />
      )}
    </section>
  );
}
