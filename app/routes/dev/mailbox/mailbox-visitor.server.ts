import { data, type RouterContextProvider } from "react-router";
import { mailboxIsOpenTo } from "#app/features/mail/messages/mailbox.server.ts";
import { requestContext } from "#app/shell/request-context.ts";

/** Returns 404 to visitors who may not use the mailbox. */
export function requireMailbox(context: Readonly<RouterContextProvider>): void {
  if (!mailboxIsOpenTo(context.get(requestContext))) throw nothingHere();
}

export const nothingHere = () => data(null, { status: 404 });
