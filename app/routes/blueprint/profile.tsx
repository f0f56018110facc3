import { ProfileForm } from "../../features/blueprint/ui/profile-form.tsx";
import { useGuided } from "./guided-context.ts";

export const meta = () => [{ title: "Step 1 of 3: profile | GTMarc" }];

export default function Profile() {
  const { draft, goToStep, leave } = useGuided();
  return (
    <ProfileForm
      draft={draft}
      onGo={(to) => (to === "back" ? leave("/blueprint/wizard/mode") : goToStep("tech-stack", true))}
    />
  );
}
