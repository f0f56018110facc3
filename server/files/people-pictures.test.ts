import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { peoplePictures } from "./people-pictures.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "gtmarc-people-"));
mkdirSync(join(DATA_DIR, "people"));
for (const file of ["people/dana.jpg", "people/other.jpg", "secret"]) writeFileSync(join(DATA_DIR, file), file);
const person = { name: "Dana", role: "Architect" };

test("only pictures named in the settings are served, with their type", async () => {
  const app = peoplePictures({
    DATA_DIR,
    ARCHITECTS: [
      { ...person, picture: "dana.jpg" },
      { ...person, picture: "missing.png" },
      { ...person, picture: null },
    ],
  });
  const answer = await app.request("/people/dana.jpg");
  expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
    200,
    "image/jpeg",
    "people/dana.jpg",
  ]);
  const etag = answer.headers.get("etag")!;
  expect((await app.request("/people/dana.jpg", { headers: { "if-none-match": etag } })).status).toBe(304);
  for (const path of ["/people/missing.png", "/people/other.jpg", "/people/..%2fsecret", "/people/", "/secret"])
    expect((await app.request(path)).status, path).toBe(404);
});

test("an uploaded portrait is served from the settings", async () => {
  const upload = new Uint8Array(Buffer.from("jpeg"));
  const app = peoplePictures({ DATA_DIR, ARCHITECTS: [{ ...person, picture: "0123456789ab.jpg", upload }] });
  const answer = await app.request("/people/0123456789ab.jpg");
  expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([200, "image/jpeg", "jpeg"]);
});
