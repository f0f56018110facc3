import { redirect } from "react-router";
import { wizardMember } from "#app/shell/blueprint/member.server.ts";
import type { Route } from "./+types/wizard-start";

/** The wizard starts with the choice of the mode. */
export async function loader(asking: Route.LoaderArgs) {
  await wizardMember(asking);
  return redirect("/blueprint/wizard/mode");
}

/** Never shown: without a component the loader's refusals would not be rendered as pages. */
export default function WizardStart() {
  return null;
}
