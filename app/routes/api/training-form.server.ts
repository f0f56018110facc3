import { TrainingRegistration } from "#app/features/training/registration.ts";
import { registerForTraining } from "#app/features/training/training.server.ts";
import { isTrapped } from "#app/lib/signup-form.ts";
import { fieldErrors } from "#app/lib/validation-messages.ts";
import { formOf, newEndpoints, showAgain, showTooMany } from "./endpoint.server.ts";
import { countPublicForm, identifyByForm } from "./public-form.server.ts";

/** `POST /training/register`: the form of that page, for browsers without scripts. */
export const trainingForm = newEndpoints();
trainingForm.post("/training/register", async (c, next) => {
  const ctx = c.get("ctx");
  const form = await formOf(c);
  const limit = await countPublicForm(c);
  if (!limit.allowed) return showTooMany(c, next, form, limit.retryAfterSeconds);
  const registration = TrainingRegistration.safeParse({ ...form, page: "/training/register" });
  if (!registration.success)
    return showAgain(c, next, form, { status: 422, fields: fieldErrors(registration.error.issues) });
  await registerForTraining(ctx, registration.data);
  if (!isTrapped(registration.data)) await identifyByForm(c, registration.data);
  return c.redirect("/training/register?said=registered", 303);
});
