import { useEffect, useState } from "react";
import { type TrainingTitle, trainingTitles } from "../features/content/training-terms.ts";
import { signupDialogIds } from "../features/signups/ui/dialog-ids.ts";
import { TrainingDialog } from "../features/signups/ui/training-dialog.tsx";
import { receive, send } from "../island-kit/bus.ts";
import { island } from "../island-kit/island.tsx";
import { ShellWhileLoading } from "../island-kit/while-loading.tsx";
import { sendTrainingRegistration } from "./signup-calls.ts";
import { whenOpen } from "./when-open.ts";

/** Registration for a training program; the button that opens the dialog says for which. */
export default island(function TrainingDialogIsland(_: object) {
  const [program, setProgram] = useState<TrainingTitle | null>(null);
  useEffect(
    () =>
      receive("open-training", (message) =>
        whenOpen(signupDialogIds.training, () =>
          setProgram(trainingTitles.find((title) => title === message.program) ?? null),
        ),
      ),
    [],
  );
  return (
    <TrainingDialog
      program={program}
      onClosed={() => setProgram(null)}
      send={sendTrainingRegistration}
      toast={(toast) => send("toast", toast)}
      whileLoading={<ShellWhileLoading />}
    />
  );
});
