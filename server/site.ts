import { Hono } from "hono";
import type { Pool } from "pg";
import { listPublished } from "#app/features/newsletter/issues/archive.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { apiEndpoints } from "#app/routes/api/api.server.ts";
import { pageForms } from "#app/routes/forms/forms.server.ts";
import { findVisitor } from "#app/shell/visitor.server.ts";
import { createApp } from "./app.ts";
import { assets, publicFiles } from "./files/assets.ts";
import { peoplePictures } from "./files/people-pictures.ts";
import { siteFiles } from "./files/site-files.ts";
import type { FrozenPages } from "./pages/frozen-pages.ts";
import type { Render } from "./pages/page-renderer.ts";
import { pages } from "./pages/pages.ts";
import { operations } from "./requests/operations.ts";
import type { AppEnv } from "./requests/request-env.ts";
import type { SignedInPages } from "./requests/signed-in-pages.ts";

/** Assembles the whole site as one Hono app, for `npm start`, development and request tests. */
export function createSite(options: {
  settings: Settings;
  db: Db;
  pool: Pool;
  render: Render;
  clientDir: string;
  frozen: FrozenPages;
  signedIn?: SignedInPages;
  development?: boolean;
  isStopping?: () => boolean;
}): Hono<AppEnv> {
  const { settings, db, pool, render, frozen, signedIn, development = false } = options;
  return createApp({
    db,
    settings,
    identify: findVisitor,
    operations: operations({ db, pool, settings, isStopping: options.isStopping ?? (() => false) }),
    api: apiEndpoints,
    assets: assets(options.clientDir),
    pages: new Hono<AppEnv>()
      .route("/", publicFiles(options.clientDir))
      .route("/", peoplePictures(settings))
      .route("/", pageForms)
      .route("/", siteFiles({ render, settings, listIssues: listPublished }))
      .route("/", pages({ render, settings, frozen, ...(signedIn && { signedIn }), development })),
  });
}
