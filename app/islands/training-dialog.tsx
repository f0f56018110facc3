import { send } from "#app/island-kit/bus.ts";
import { island } from "#app/island-kit/island.tsx";
import { ShellWhileLoading } from "#app/island-kit/while-loading.tsx";
import { signupDialogIds } from "#app/lib/forms/signup-dialog-ids.ts";
import { SignupDialog } from "#app/ui/dialogs/signup-dialog.tsx";
import { useDialogForm } from "./dialog-form.ts";

const load = async () => {
  const [{ TrainingForm }, { sendTrainingRegistration }] = await Promise.all([
    import("#app/features/training/ui/training-form.tsx"),
    import("./signup-endpoints.ts"),
  ]);
  return (props: { program: string; onDone: () => void }) => (
    <TrainingForm {...props} send={sendTrainingRegistration} toast={(toast) => send("toast", toast)} />
  );
};

/** Registration for a training program; the button that opens the dialog names the program. */
export default island(function TrainingDialogIsland(_: object) {
  const { message, close, Form, isLost, retry } = useDialogForm("open-training", signupDialogIds.training, load);
  const program = message?.program;
  return (
    <SignupDialog id={signupDialogIds.training} title="Register for Training" onClosed={close}>
      {(closeDialog) =>
        program && Form ? (
          <Form program={program} onDone={closeDialog} />
        ) : (
          <ShellWhileLoading isLost={isLost} onRetry={retry} />
        )
      }
    </SignupDialog>
  );
});
