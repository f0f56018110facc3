import "./behaviors/form-sending.ts";
import "./island-kit/bus.ts";
import "./island-kit/dialogs.ts";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { handleDismissal } from "#app/ui/dialogs/dismissal.ts";
import { guardSending } from "#app/ui/forms/form-sending.ts";
import { watchEdits } from "./shell/pages/kept-input.ts";

handleDismissal(document);
guardSending(document);
watchEdits(document);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
