import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Claims = Record<string, unknown>;
type Login = { claims: Claims; challenge: string; redirectUri: string; isLasting: boolean };

/**
 * An OpenID Connect server like Google's and Microsoft's: discovery, authorization, token and keys, under /google and
 * /microsoft. `logInAs` sets the signed-in user; `holdLogins` delays them, counted from 0.
 */
export async function startOpenIdServer({
  refresh = () => null,
  grant = () => "",
  api,
}: {
  /** Access for a refresh token, as the token endpoint returns it; null: revoked. */
  refresh?: (provider: string, token: string) => object | null;
  /** The refresh token of a login that asked for lasting access. */
  grant?: () => string;
  /** The interface of the provider, under /{provider}/api. */
  api?: (provider: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;
} = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = { ...publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" };
  const logins = new Map<string, Login>();
  let person: Claims = {};
  let changed: Claims = {};
  let count = 0;
  let entered: (login: number) => Promise<void> = async () => {};

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", origin);
    const provider = url.pathname.split("/")[1] ?? "";
    const issuer = `${origin}/${provider}`;
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (url.pathname.endsWith("/.well-known/openid-configuration"))
      return json(200, {
        issuer: provider === "microsoft" ? `${issuer}/{tenantid}` : issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      });
    if (api && url.pathname.startsWith(`/${provider}/api/`)) return api(provider, request, response);
    if (url.pathname.endsWith("/keys")) return json(200, { keys: [key] });
    if (url.pathname.endsWith("/authorize")) {
      await entered(count++);
      const asked = url.searchParams;
      const code = `code-${randomUUID()}`;
      logins.set(code, {
        claims: { nonce: asked.get("nonce"), aud: asked.get("client_id"), ...person },
        challenge: asked.get("code_challenge") ?? "",
        redirectUri: asked.get("redirect_uri") ?? "",
        isLasting: asked.get("access_type") === "offline" || (asked.get("scope") ?? "").includes("offline_access"),
      });
      const back = new URL(asked.get("redirect_uri") ?? origin);
      back.searchParams.set("code", code);
      back.searchParams.set("state", asked.get("state") ?? "");
      return response.writeHead(302, { location: back.href }).end();
    }
    let body = "";
    for await (const part of request) body += part;
    const form = new URLSearchParams(body);
    if (form.get("grant_type") === "refresh_token") {
      const access = refresh(provider, form.get("refresh_token") ?? "");
      return access ? json(200, access) : json(400, { error: "invalid_grant" });
    }
    const known = logins.get(form.get("code") ?? "");
    logins.delete(form.get("code") ?? "");
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!known || known.challenge !== proof || known.redirectUri !== form.get("redirect_uri"))
      return json(400, { error: "invalid_grant" });
    const seconds = Math.floor(Date.now() / 1000);
    const iss = provider === "microsoft" ? `${issuer}/${String(known.claims["tid"])}` : issuer;
    const lasting = known.isLasting ? { refresh_token: grant() } : {};
    json(200, { ...lasting, id_token: jwt({ iss, iat: seconds, exp: seconds + 300, ...known.claims, ...changed }) });
  });

  const jwt = (claims: Claims) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = `${part({ alg: "RS256", kid: "one" })}.${part(claims)}`;
    return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    logInAs: (claims: Claims, tampered: Claims = {}) => {
      person = claims;
      changed = tampered;
    },
    holdLogins: (until: (login: number) => Promise<void>) => {
      entered = until;
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
