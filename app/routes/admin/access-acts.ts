import { api, ask } from "../../api-client.ts";
import { DeclineWords } from "../../features/access/access.ts";
import { type ActAnswer, told } from "./act.tsx";

const calls = api.api.admin;

/** Every act of the access pages, by the `intent` of its form. */
export async function performAccessAct(form: FormData): Promise<ActAnswer> {
  const text = (name: string) => String(form.get(name) ?? "");
  const param = { requestId: text("requestId") };
  const user = { userId: text("userId") };
  const email = text("email");
  switch (text("intent")) {
    case "approve":
      return told(
        await ask(calls["access-requests"][":requestId"].approval.$post({ param })),
        "Approved. The code is on its way.",
      );
    case "decline":
      return told(
        await ask(calls["access-requests"][":requestId"].refusal.$post({ param, json: declineWords(form) })),
        "Declined. The mail is on its way.",
        { intent: "reopen", ...param },
      );
    case "reopen":
      return told(
        await ask(calls["access-requests"][":requestId"].refusal.$delete({ param })),
        "Back in the queue. It waits for a person.",
      );
    case "resend":
      return told(
        await ask(calls["access-requests"][":requestId"].code.$post({ param })),
        "A new code is on its way. The old one opens nothing now.",
      );
    case "revoke":
      return told(await ask(calls["access-grants"][":userId"].$delete({ param: user })), "Access revoked.", {
        intent: "restore",
        ...user,
      });
    case "restore":
      return told(await ask(calls["access-grants"][":userId"].$post({ param: user })), "Access given back.");
    case "forgive":
      return told(
        await ask(calls["access-grants"][":userId"].devices.$delete({ param: user })),
        "The devices seen so far count no more.",
      );
    case "block":
      return told(
        await ask(calls["access-blocks"].$post({ json: { email, reason: text("reason") } })),
        "Blocked. The wizard is closed for this address.",
        { intent: "unblock", email },
      );
    case "unblock":
      return told(await ask(calls["access-unblockings"].$post({ json: { email } })), "The block is lifted.");
    default:
      return decideMany(form);
  }
}

async function decideMany(form: FormData): Promise<ActAnswer> {
  const requestIds = String(form.get("requestIds") ?? "").split(",");
  const json =
    form.get("intent") === "decline-many"
      ? { decision: "decline" as const, requestIds, ...declineWords(form) }
      : { decision: "approve" as const, requestIds };
  const answer = await ask(calls["access-decisions"].$post({ json }));
  if (!answer.ok) return told(answer, "");
  const { done, refused } = answer.value;
  const verb = json.decision === "approve" ? "approved" : "declined";
  const rest = refused.length > 0 ? ` ${refused.length} had been decided already.` : "";
  return told(answer, `${done.length} ${verb}.${rest}`);
}

const declineWords = (form: FormData): DeclineWords =>
  DeclineWords.parse({ reason: form.get("reason"), note: form.get("note") ?? "" });
