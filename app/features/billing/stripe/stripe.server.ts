import type Stripe from "stripe";
import { env, type Settings } from "#app/platform/env.server.ts";

type Keys = Pick<Settings, "STRIPE_SECRET_KEY" | "STRIPE_API_URL">;

/** Whether the unlock is paid by Stripe Checkout (spec: payment); otherwise by invoice. */
export const takesCards = (): boolean => Boolean(env().STRIPE_SECRET_KEY && env().STRIPE_WEBHOOK_SECRET);

let made: { key: string; client: Stripe } | undefined;

/** Loaded on first use. STRIPE_API_URL is for tests. */
export async function stripe(settings: Keys = env()): Promise<Stripe> {
  const { STRIPE_SECRET_KEY: secret, STRIPE_API_URL: url } = settings;
  if (!secret) throw new Error("STRIPE_SECRET_KEY is not set");
  const key = `${secret} ${url}`;
  if (made?.key === key) return made.client;
  const { default: Client } = await import("stripe");
  made = { key, client: new Client(secret, { ...apiAt(url), ...clientOptions }) };
  return made.client;
}

const clientOptions = { maxNetworkRetries: 2, timeout: 10_000, telemetry: false, appInfo: { name: "GTMarc" } };

function apiAt(url: string | undefined) {
  if (!url) return {};
  const { hostname, port, protocol } = new URL(url);
  const plain = protocol === "http:";
  return {
    host: hostname,
    port: port || (plain ? "80" : "443"),
    protocol: plain ? ("http" as const) : ("https" as const),
  };
}
