import { createHash } from "node:crypto";
import { firmDates } from "#app/lib/dates/firm-dates.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type Settings, settingsRevision } from "#app/platform/env.server.ts";
import type { VisitorView } from "#app/shell/request-context.ts";
import { compressed, encodingFor } from "../files/encoding.ts";
import { isNamed } from "../files/etag.ts";
import { type Render, renderForAnonymous } from "../pages/page-renderer.ts";

/** Replaced by the visitor's values; contain nothing that HTML, JSON or a URL would escape. */
const placeholders = {
  label: "Visitors-label-goes-here",
  email: "visitors-address@goes-here.invalid",
  adminId: "admins-id-goes-here",
};

/** Whether the text needs no escaping in HTML text, attributes or JSON. */
const isPlain = (words: string) => !/["'&<>\\\p{C}]/u.test(words);

/** Limit of kept compressed copies; people move between a few pages. */
const maxPacked = 400;

type Template = { html: string; etag: string; headers: Record<string, string>; until: number };
type Packed = { body: Buffer<ArrayBuffer>; headers: Record<string, string> };
/** A response to write from a Hono app or directly to the connection. */
export type Answer = { status: 200 | 304; headers: Record<string, string>; body: Buffer<ArrayBuffer> | null };
type Asked = { encodings: string | undefined; ifNoneMatch: string | undefined };

/**
 * Content pages for visitors with a session. Such a page depends on a visitor only through their view (request-context.ts): it
 * is rendered once per kind of view, with placeholders for name and email, and filled in for each visitor. Only the compressed
 * copies contain personal data, and their keys are hashes of that data.
 */
export class SignedInPages {
  readonly #render: Render;
  readonly #settings: Settings;
  readonly #freshSeconds: ReadonlyMap<string, number>;
  readonly #templates = new Map<string, Template>();
  readonly #packed = new Map<string, Packed>();
  #revision = settingsRevision();

  /** `freshSeconds`: by path, how long a copy may be used; others do not expire. */
  constructor(render: Render, settings: Settings, freshSeconds: ReadonlyMap<string, number> = new Map()) {
    this.#render = render;
    this.#settings = settings;
    this.#freshSeconds = freshSeconds;
  }

  /** Returns the page at `address` (of a fixed list) for this visitor, or null if it must be rendered individually. */
  async answer(ctx: Ctx, view: VisitorView, address: string, asked: Asked): Promise<Answer | null> {
    const { account } = view;
    if (!account || !isPlain(account.label) || !isPlain(account.email)) return null;
    const template = await this.#template(ctx, view, address);
    if (!template) return null;
    const { label, email } = account;
    const adminId = account.adminId ?? "";
    const encoding = encodingFor(asked.encodings);
    const etag = `"${hash(`${template.etag} ${label} ${email} ${adminId}`)}-${encoding}"`;
    const fixed = { ...template.headers, "cache-control": "private, no-cache", vary: "accept-encoding, cookie", etag };
    if (isNamed(asked.ifNoneMatch, etag)) return { status: 304, headers: fixed, body: null };
    const packed = this.#packed.get(etag) ?? (await this.#pack(template, { label, email, adminId }, etag, encoding));
    const headers = { ...fixed, ...packed.headers, "content-length": String(packed.body.length) };
    return { status: 200, headers, body: packed.body };
  }

  async #template(ctx: Ctx, view: VisitorView, address: string): Promise<Template | null> {
    // The footer shows the year.
    const year = firmDates(this.#settings.COMPANY_TIMEZONE).isoDay(ctx.now).slice(0, 4);
    const revision = settingsRevision();
    if (revision !== this.#revision) {
      this.#revision = revision;
      this.#templates.clear();
    }
    const { account: asked, ...rest } = view;
    const kind = JSON.stringify([address, asked?.isAdmin, rest, year]);
    const known = this.#templates.get(kind);
    if (known && performance.now() < known.until) return known;
    const account = view.account && {
      ...placeholders,
      isAdmin: view.account.isAdmin,
      adminId: view.account.isAdmin ? placeholders.adminId : null,
    };
    const response = await renderForAnonymous(this.#render, address, ctx, this.#settings, { ...view, account });
    if (response.status !== 200) return null;
    const html = await response.text();
    const { "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
    const seconds = this.#freshSeconds.get(address) ?? Number.POSITIVE_INFINITY;
    const template = { html, etag: hash(html), headers, until: performance.now() + seconds * 1000 };
    if (revision === this.#revision) this.#templates.set(kind, template);
    return template;
  }

  async #pack(template: Template, words: typeof placeholders, etag: string, encoding: string): Promise<Packed> {
    const html = template.html
      .replaceAll(placeholders.label, () => words.label)
      .replaceAll(placeholders.email, () => words.email)
      .replaceAll(placeholders.adminId, () => words.adminId);
    const response = await compressed(
      new Response(html, { headers: { "content-type": template.headers["content-type"] ?? "text/html" } }),
      encoding,
      { isKept: true },
    );
    const packing = response.headers.get("content-encoding");
    const packed = {
      body: Buffer.from(await response.arrayBuffer()),
      headers: packing ? { "content-encoding": packing } : ({} as Record<string, string>),
    };
    const [oldest] = this.#packed.keys();
    if (oldest !== undefined && this.#packed.size >= maxPacked) this.#packed.delete(oldest);
    this.#packed.set(etag, packed);
    return packed;
  }
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 20);
