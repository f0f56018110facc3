import { z } from "zod";
import { TrainingRegistration } from "#app/features/training/registration.ts";
import { registerForTraining } from "#app/features/training/training.server.ts";
import { isTrapped } from "#app/lib/forms/signup-form.ts";
import { identifyByForm } from "#app/routes/api/public/public-form.server.ts";
import { publicForm } from "./form.server.ts";

const page = "/training/register";
const PageRegistration = z.preprocess((form: object) => ({ ...form, page }), TrainingRegistration);

export const trainingForm = publicForm(page, PageRegistration, async (c, registration) => {
  await registerForTraining(c.get("ctx"), registration);
  if (!isTrapped(registration)) await identifyByForm(c, registration);
  return `${page}?said=registered`;
});
