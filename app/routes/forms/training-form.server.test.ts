import { beforeEach, expect, test } from "vitest";
import { trainingTitles } from "#app/features/content/training-terms.ts";
import { trainingRegistration } from "#app/features/training/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { formsOf } from "#tests/fixtures/refused-forms.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { trainingForm } from "./forms.server.ts";

const { db, ctx } = useDatabase();
const send = formsOf(trainingForm);
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32) }));

const form = { email: "dana@northfield.example", companyName: "Northfield", trainingProgram: trainingTitles()[1]! };
const path = "/training/register";

test("without scripts a registration is stored, and a bot's is not", async () => {
  expect(await send(visitor, path, { ...form, email_confirm: "x" })).toEqual({
    status: 303,
    location: "/training/register?said=registered",
  });
  expect(await db.$count(trainingRegistration)).toBe(0);
  expect(await send(visitor, path, form)).toEqual({ status: 303, location: "/training/register?said=registered" });
  expect(await db.select().from(trainingRegistration)).toMatchObject([
    { email: form.email, companyName: "Northfield", trainingProgram: trainingTitles()[1]! },
  ]);
});

test("a refused registration is shown again with its values", async () => {
  expect(await send(visitor, path, { ...form, email: "dana", companyName: "", trainingProgram: "x" })).toMatchObject({
    status: 422,
    values: { email: "dana" },
    fields: {
      email: "Invalid email address",
      companyName: "Company name is required",
      trainingProgram: "Choose one of the programs.",
    },
  });
  expect(await db.$count(trainingRegistration)).toBe(0);
});
