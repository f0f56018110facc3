import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { HostSettings } from "#app/features/booking/host-settings.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckField, TextField } from "#app/ui/field.tsx";
import { useUnsavedSince } from "#app/ui/leave-warning.tsx";
import { ScriptForm } from "#app/ui/script-form.tsx";
import { ZoneField } from "../zone-field.tsx";
import css from "./host-forms.module.css";

type Shown = {
  name: string;
  email: string;
  timezone: string;
  meetingUrl: string;
  observesHolidays: boolean;
  active: boolean;
};

/** The form for a host's name, address and meeting link. */
export function HostSettingsForm({
  shown,
  now,
  submit,
  busy,
  refusal,
  onSave,
}: {
  shown: Shown;
  now: Date;
  /** The label of the submit button. */
  submit: string;
  busy: boolean;
  refusal?: string | undefined;
  onSave: (settings: Shown) => void;
}) {
  const form = useForm<Shown>({
    resolver: zodResolver(HostSettings) as never,
    defaultValues: shown,
    mode: "onTouched",
  });
  const { register, formState, watch, setValue } = form;
  const { errors } = formState;
  const markChanged = useUnsavedSince(shown);
  // Client-side validation only; the endpoint parses the input again with the same schema.
  const save = form.handleSubmit(() => onSave(form.getValues()));
  return (
    <ScriptForm noValidate className={css.form} onSubmit={save} onChange={markChanged} aria-label="Host">
      <TextField label="Name" maxLength={100} error={errors.name?.message} {...register("name")} />
      <TextField
        label="Email"
        type="email"
        maxLength={255}
        hint="Mails about calls go here."
        error={errors.email?.message ?? refusal}
        {...register("email")}
      />
      <ZoneField
        zone={watch("timezone")}
        at={now}
        onChange={(zone) => {
          markChanged();
          setValue("timezone", zone);
        }}
      />
      <TextField
        label="Meeting address"
        type="url"
        optional
        maxLength={500}
        hint="Where every call takes place. Without one the host sends a link."
        error={errors.meetingUrl?.message}
        {...register("meetingUrl")}
      />
      <CheckField label="US federal holidays are days off" {...register("observesHolidays")} />
      <CheckField label="Takes new calls" {...register("active")} />
      <Button type="submit" size={40} variant="primary" busy={busy} busyText="Saving">
        {submit}
      </Button>
    </ScriptForm>
  );
}
