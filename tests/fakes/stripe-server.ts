import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { charge, checkoutSession, stripeMessage } from "../fixtures/stripe-messages.ts";

/*
 * A fake Stripe for tests: the API endpoints that we use, its hosted payment page with Pay and a return link, and
 * its signed webhooks. Response shapes and refusals are those of Stripe: a
 * wrong key, a request without an idempotency key, a repeated key with other parameters.
 */

type Session = {
  id: string;
  url: string;
  paymentId: string;
  amount: number;
  successUrl: string;
  cancelUrl: string;
  name: string;
  email: string;
  /** The parameters of the request. */
  form: URLSearchParams;
  state: "open" | "complete" | "expired";
  /** A bank transfer has started, and the money is not there yet. */
  isOnItsWay?: boolean;
};

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;

/** `secret` signs the webhooks. They are lost until `sendTo` is called, as real ones may be. */
export async function startStripe({ key, secret }: { key: string; secret: string }) {
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, { body: string; session: Session }>();
  const calls: string[] = [];
  const target = { webhook: "" };
  const gate: { reached?: () => void; opened?: Promise<void> } = {};

  const post = async (type: string, object: object, id = `evt_${randomBytes(8).toString("hex")}`) => {
    const payload = JSON.stringify(stripeMessage(id, type, object, Math.floor(Date.now() / 1000)));
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", secret).update(`${time}.${payload}`).digest("hex");
    if (!target.webhook) return 0;
    const response = await fetch(target.webhook, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` },
      body: payload,
    });
    return response.status;
  };

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const body = await textOf(request);
    calls.push(`${request.method} ${url.pathname}`);
    // A missing icon would be logged as an error in the browser's console.
    if (url.pathname === "/favicon.ico") return response.writeHead(204).end();
    if (url.pathname.startsWith("/v1/")) return api(request, response, url, body);
    const session = sessions.get(url.pathname.split("/").at(-1) ?? "");
    if (!session) return response.writeHead(404).end("No such page");
    if (request.method === "GET") return page(response, session);
    if (session.state === "expired") return response.writeHead(410).end("This page has expired");
    session.state = "complete";
    // As with Stripe, the event is sent before the browser is redirected, without waiting for the response.
    void post("checkout.session.completed", sessionBody(session));
    return response.writeHead(303, { location: session.successUrl }).end();
  }

  async function api(request: IncomingMessage, response: ServerResponse, url: URL, body: string) {
    const send = (status: number, value: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const fault = (status: number, type: string, message: string) => send(status, { error: { type, message } });
    if (request.headers.authorization !== `Bearer ${key}`)
      return fault(401, "invalid_request_error", "Invalid API Key provided");
    if (request.method === "GET" && url.pathname === "/v1/checkout/sessions")
      return send(200, { object: "list", data: [], has_more: false, url: url.pathname });
    if (request.method === "GET") {
      const session = sessions.get(url.pathname.split("/").at(-1) ?? "");
      return session ? send(200, sessionBody(session)) : fault(404, "invalid_request_error", "No such session");
    }
    const expired = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(url.pathname)?.[1];
    if (expired) {
      const session = sessions.get(expired);
      if (session?.state !== "open")
        return fault(400, "invalid_request_error", "Only open Checkout Sessions can be expired.");
      session.state = "expired";
      return send(200, sessionBody(session));
    }
    if (url.pathname !== "/v1/checkout/sessions")
      return fault(404, "invalid_request_error", "Unrecognized request URL");
    const once = String(request.headers["idempotency-key"] ?? "");
    if (!once) return fault(400, "invalid_request_error", "This test wants every writing call to be repeatable.");
    const known = byKey.get(once);
    if (known && known.body !== body)
      return fault(400, "idempotency_error", "Keys for idempotent requests can only be used with the same parameters.");
    const session = known?.session ?? open(new URLSearchParams(body));
    byKey.set(once, { body, session });
    gate.reached?.();
    await gate.opened;
    return send(200, sessionBody(session));
  }

  function open(form: URLSearchParams): Session {
    const paymentId = form.get("client_reference_id") ?? "";
    const first = `cs_test_${paymentId}`;
    const id = sessions.has(first) ? `${first}_${sessions.size}` : first;
    const session: Session = {
      id,
      url: `${address}/pay/${id}`,
      paymentId,
      amount: Number(form.get("line_items[0][price_data][unit_amount]")),
      successUrl: form.get("success_url") ?? "",
      cancelUrl: form.get("cancel_url") ?? "",
      name: form.get("line_items[0][price_data][product_data][name]") ?? "",
      email: form.get("customer_email") ?? "",
      form,
      state: "open",
    };
    sessions.set(id, session);
    return session;
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address,
    /** Every request and page view, as `POST /v1/checkout/sessions`. */
    calls,
    sendTo: (webhook: string) => {
      target.webhook = webhook;
    },
    post,
    /** Refunds a payment, as from Stripe's dashboard; `cents` is the total so far. */
    refund: (paymentId: string, cents = 49_900) => post("charge.refunded", charge({ paymentId, refunded: cents })),
    /**
     * Holds the responses to new checkouts until `release` is called. `reached` resolves when the first one is created.
     */
    holdCheckouts: () => {
      const created = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      Object.assign(gate, { reached: created.resolve, opened: answered.promise });
      const release = () => {
        delete gate.reached;
        delete gate.opened;
        answered.resolve();
      };
      return { reached: created.promise, release };
    },
    /** A bank transfer of a payment, without its events: it has started, or its money has arrived. */
    transfer: (paymentId: string, state: "started" | "arrived") => {
      const session = [...sessions.values()].find((each) => each.paymentId === paymentId)!;
      Object.assign(session, { state: "complete", isOnItsWay: state === "started" });
    },
    /** The ids of the sessions that can still be paid. */
    openSessions: () => [...sessions.values()].filter(({ state }) => state === "open").map(({ id }) => id),
    /** A parameter of a payment's page, as `tax_id_collection[enabled]`. */
    parameterOf: (paymentId: string, name: string) =>
      [...sessions.values()].find((each) => each.paymentId === paymentId)?.form.get(name),
    paymentIds: () => [...sessions.values()].map(({ paymentId }) => paymentId),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const sessionBody = (session: Session) => ({
  ...checkoutSession({
    paymentId: session.paymentId,
    amount: session.amount,
    paid: session.state === "complete" && !session.isOnItsWay,
    status: session.state,
    intent: session.id.replace("cs_test_", "pi_"),
  }),
  id: session.id,
  url: session.url,
});

const page = (response: ServerResponse, { name, amount, email, cancelUrl }: Session) =>
  response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><html lang="en"><title>Payment</title>
<h1>${escaped(name)}</h1><p>US$${(amount / 100).toFixed(2)} for ${escaped(email)}</p>
<form method="post"><button>Pay</button></form><a href="${escaped(cancelUrl)}">Back</a></html>`);

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
