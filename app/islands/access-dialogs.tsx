import { type Answer, api, ask } from "../api-client.ts";
import { codeWords, requestWords } from "../features/access/access.ts";
import { AccessDialogs } from "../features/access/ui/access-dialogs.tsx";
import type { FormAnswer } from "../features/access/ui/form-answer.ts";
import { send } from "../island-kit/bus.ts";
import { opens } from "../island-kit/dialogs.ts";
import { island } from "../island-kit/island.tsx";
import { WhileLoading } from "../island-kit/while-loading.tsx";

/** Asking for an access code and entering one: two dialogs that hand over to each other, hence one island. */
export default island(function AccessDialogsIsland({ email }: { email: string | null }) {
  return (
    <AccessDialogs
      email={email}
      opens={opens}
      sendRequest={async (json) =>
        toldBy(await ask(api.api.functions["request-access-code"].$post({ json })), requestWords.failed)
      }
      sendCode={async (json) => {
        const answer = await ask(api.api.functions["validate-access-code"].$post({ json }));
        return answer.ok && !answer.value.valid
          ? { ok: false, message: answer.value.message }
          : toldBy(answer, codeWords.failed);
      }}
      complain={(toast) => send("toast", { ...toast, kind: "error" })}
      campaign={campaign}
      onGranted={() => location.assign("/blueprint/wizard")}
      whileLoading={<WhileLoading />}
    />
  );
});

/** Refusals are told in the server's words, anything unforeseen in the form's own. */
function toldBy(answer: Answer<unknown>, unforeseen: string): FormAnswer {
  if (answer.ok) return { ok: true };
  const { message, fields } = answer.error;
  const refused = answer.status >= 400 && answer.status < 500;
  return { ok: false, message: refused ? message : unforeseen, ...(fields ? { fields } : {}) };
}

function campaign(): Record<string, string> {
  const query = [...new URLSearchParams(location.search)];
  return Object.fromEntries(
    query.filter(([name]) => name.startsWith("utm_")).map(([name, value]) => [name, value.slice(0, 100)]),
  );
}
