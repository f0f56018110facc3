import { send } from "#app/island-kit/bus.ts";
import { island } from "#app/island-kit/island.tsx";
import { ShellWhileLoading } from "#app/island-kit/while-loading.tsx";
import { signupDialogIds } from "#app/lib/forms/signup-dialog-ids.ts";
import { SignupDialog } from "#app/ui/dialogs/signup-dialog.tsx";
import { useDialogForm } from "./dialog-form.ts";

const load = async () => {
  const [{ NewsletterForm }, { sendNewsletterSignup }] = await Promise.all([
    import("#app/features/newsletter/ui/newsletter-form.tsx"),
    import("./signup-endpoints.ts"),
  ]);
  return (props: { source: string; onDone: () => void }) => (
    <NewsletterForm {...props} send={sendNewsletterSignup} toast={(toast) => send("toast", toast)} />
  );
};

export default island(function NewsletterDialogIsland(_: object) {
  const { message, close, Form, isLost, retry } = useDialogForm("open-newsletter", signupDialogIds.newsletter, load);
  return (
    <SignupDialog id={signupDialogIds.newsletter} title="Stay Connected" onClosed={close}>
      {(closeDialog) =>
        message && Form ? (
          <Form source={message.source} onDone={closeDialog} />
        ) : (
          <ShellWhileLoading isLost={isLost} onRetry={retry} />
        )
      }
    </SignupDialog>
  );
});
