import "./behaviors/form-sending.ts";
import "./island-kit/bus.ts";
import "./island-kit/dialogs.ts";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { watchEdits } from "./shell/kept-input.ts";
import { handleDismissal } from "./ui/dismissal.ts";
import { guardSending } from "./ui/form-sending.ts";

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
