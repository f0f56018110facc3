import { redirect } from "react-router";
import { wizardMember } from "#app/shell/blueprint/member.server.ts";
import type { Route } from "./+types/wizard-start";

/** The wizard begins with the choice of its mode. */
export async function loader(asking: Route.LoaderArgs) {
  await wizardMember(asking);
  return redirect("/blueprint/wizard/mode");
}

/** Never shown; with a component the refusals of the loader are pages. */
export default function WizardStart() {
  return null;
}
