import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { bookingMade } from "#app/features/booking/events.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { failImportJob, importProspectsJob, runImport } from "#app/features/pipeline/import/import-job.server.ts";
import { readImport, startImport, uploadImport } from "#app/features/pipeline/import/imports.server.ts";
import { ensureProspect, refreshProspect } from "#app/features/pipeline/pipeline.server.ts";
import { followedEvents } from "#app/features/pipeline/projection/facts.server.ts";
import { contactFields } from "#app/features/pipeline/prospect-fields.ts";
import { createProspect, editProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { fillVariables } from "#app/lib/formats/mail-variables.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { personColumns, variablesOf } from "./facts.server.ts";

const { ctx, db } = useDatabase({ jobs: [failImportJob, importProspectsJob] });
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
});

const importFile = async (text: string) => {
  const bytes = new TextEncoder().encode(text);
  const { id: importId } = value(await uploadImport(admin, { fileName: "leads.csv", bytes }));
  const { preview } = value(await readImport(admin, { importId, params: new URLSearchParams() }));
  value(await startImport(admin, { importId, columns: preview!.choices.columns, existing: "fill" }));
  await runImport(ctx, importId);
};
const greetings = async () => {
  const people = await db.select(personColumns).from(prospect).orderBy(prospect.email);
  return people.map((person) => fillVariables("Hi {{first_name|there}}, {{name|?}}", variablesOf(person)));
};

test("mails greet imported people with their first names", async () => {
  await importFile(
    "Email,First Name,Last Name\na@firm-k.example,Mary Ann,Smith\nb@firm-l.example,Dr. Anna,Müller\nc@firm-m.example,,Smith\n",
  );
  await importFile(
    'Email;Name\nd@firm-n.example;"Müller, Anna"\ne@firm-o.example;Frau Müller\nf@firm-p.example;J. Smith\n',
  );
  expect(await greetings()).toEqual([
    "Hi Mary Ann, Mary Ann Smith",
    "Hi Anna, Dr. Anna Müller",
    "Hi there, Smith",
    "Hi Anna, Müller, Anna",
    "Hi there, Frau Müller",
    "Hi there, J. Smith",
  ]);
});

test("names added by hand and by events are understood by the same rule", async () => {
  value(await createProspect(admin, { email: "a@firm.example", name: "Müller, Anna" }));
  value(await createProspect(admin, { email: "b@firm.example", firstName: "Mary Ann", lastName: "Smith" }));
  const booking = { bookingId: newId(), email: "c@firm.example", name: "Prof. Dr. Karl Schmidt" };
  await inTransaction(ctx, async (tx) => {
    const { id } = await ensureProspect(tx, booking.email, { announce: false });
    await publish(tx, bookingMade, {
      ...booking,
      uid: "1",
      eventType: "call",
      userId: null,
      start: ctx.now,
      end: ctx.now,
    } as never);
    await refreshProspect(tx, id, { announce: false });
    // Anyone can book under any address: the name is shown, but not used in mails.
    const [row] = await tx.db.select().from(prospect).where(eq(prospect.id, id));
    expect(row).toMatchObject({ firstName: "Karl", lastName: "Schmidt" });
    expect(row!.unconfirmedFields).toEqual(["firstName", "lastName", "name"]);
  });
  expect(await greetings()).toEqual(["Hi Anna, Müller, Anna", "Hi Mary Ann, Mary Ann Smith", "Hi there, ?"]);
});

test("people from before first and last names are greeted by the same rule", async () => {
  const { id } = value(await createProspect(admin, { email: "a@firm.example", name: "Dr. Anna Müller" }));
  await db.execute(sql`update prospect set first_name = null, last_name = null, edited_fields = '{name}'`);
  expect(await greetings()).toEqual(["Hi Anna, Dr. Anna Müller"]);
  await inTransaction(ctx, (tx) => refreshProspect(tx, id, { announce: false }));
  expect((await db.select().from(prospect))[0]).toMatchObject({ firstName: "Anna", lastName: "Müller" });
});

const form = {
  ...{ company: null, website: null, role: null, industry: null, employees: null, valueCents: null },
  ...{ ownerId: null, expectedClose: null, tags: [] },
};
test("an edited name changes its parts, edited parts change the name, and events change neither", async () => {
  const { id: prospectId } = value(await createProspect(admin, { email: "a@firm.example", name: "Frau Müller" }));
  const names = async () => {
    const [{ name, firstName, lastName, version } = {} as typeof prospect.$inferSelect] = await db
      .select()
      .from(prospect);
    return { name, firstName, lastName, version };
  };
  const edit = async (sent: { name: string | null; firstName?: string | null; lastName?: string | null }) => {
    const { version } = await names();
    value(await editProspect(admin, { ...form, prospectId, version, ...sent }));
    const { version: _, ...after } = await names();
    return after;
  };
  expect(await edit({ name: "Frau Müller", firstName: "Anna", lastName: "Müller" })).toEqual({
    ...{ name: "Frau Müller", firstName: "Anna", lastName: "Müller" },
  });
  // A client of the API that only knows the full name.
  expect(await edit({ name: "Ben Krüger" })).toEqual({ name: "Ben Krüger", firstName: "Ben", lastName: "Krüger" });
  expect(await edit({ name: "Ben Krüger", firstName: "Ben", lastName: "Kruger" })).toEqual({
    ...{ name: "Ben Kruger", firstName: "Ben", lastName: "Kruger" },
  });
  expect(await edit({ name: "Team Krüger", firstName: null, lastName: null })).toEqual({
    ...{ name: "Team Krüger", firstName: null, lastName: null },
  });
  await inTransaction(ctx, (tx) => refreshProspect(tx, prospectId, { announce: false }));
  expect(await greetings()).toEqual(["Hi there, Team Krüger"]);
  expect((await db.select().from(prospect))[0]!.editedFields).toEqual(
    contactFields.filter((field) => ["name", "firstName", "lastName"].includes(field)),
  );
});

test("an import fills the missing part of a name only if the other part is the same", async () => {
  value(await createProspect(admin, { email: "a@firm.example", name: "Frau Müller" }));
  value(await createProspect(admin, { email: "b@firm.example", name: "Dana" }));
  value(await createProspect(admin, { email: "c@firm.example" }));
  await importFile(
    "Email,First Name,Last Name\na@firm.example,Anna,Müller\nb@firm.example,Other,Person\nc@firm.example,Mary Ann,Smith\n",
  );
  expect(await greetings()).toEqual(["Hi Anna, Frau Müller", "Hi Dana, Dana", "Hi Mary Ann, Mary Ann Smith"]);
  expect((await db.select().from(prospect).where(eq(prospect.email, "b@firm.example")))[0]).toMatchObject({
    ...{ firstName: "Dana", lastName: null },
  });
});
