import { data, type RouterContextProvider } from "react-router";
import { mailboxIsOpenTo } from "../../features/mail/mailbox.server.ts";
import { requestContext } from "../../request-context.ts";

/** Anyone the mailbox is not open to finds nothing at its addresses. */
export function requireMailbox(request: Request, context: Readonly<RouterContextProvider>): void {
  const { address } = context.get(requestContext);
  if (!mailboxIsOpenTo({ url: request.url, address })) throw nothingHere();
}

export const nothingHere = () => data(null, { status: 404 });
