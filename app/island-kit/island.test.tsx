import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import AccessDialogs from "#app/islands/access-dialogs.tsx";
import { ContentPage, Island, island } from "./island.tsx";
import { contentPage } from "./render.server.tsx";

const Stray = island(function Stray(_: object) {
  return <p>stray</p>;
});

const onContentPage = (children: React.ReactNode) =>
  renderToStaticMarkup(<ContentPage value={contentPage}>{children}</ContentPage>);

test("on a content page an island is its own root with the data needed to hydrate it", () => {
  const html = onContentPage(
    <Island of={AccessDialogs} props={{ email: "o'neil&co@northfield.example", codeWithin: "" }} wakeOn="toast" />,
  );
  expect(html).toMatch(/^<div data-island="access-dialogs" data-when="interaction" data-wake-on="toast" data-props="/);
  expect(html).toContain(
    'data-props="{&quot;email&quot;:&quot;o&#x27;neil&amp;co@northfield.example&quot;,&quot;codeWithin&quot;:&quot;&quot;}"',
  );
  expect(html).toContain("<dialog");
});

test("props cannot break out of their attribute", () => {
  const html = onContentPage(
    <Island of={AccessDialogs} props={{ email: '"><script>alert(1)</script>', codeWithin: "" }} />,
  );
  expect(html).not.toContain("<script>");
});

test("on an app page it is an ordinary child", () => {
  const html = renderToStaticMarkup(<Island of={AccessDialogs} props={{ email: null, codeWithin: "" }} />);
  expect(html).not.toContain("data-island");
  expect(html).toContain("<dialog");
});

test("ids of two islands on one page do not clash", () => {
  const html = onContentPage(
    <>
      <Island of={AccessDialogs} props={{ email: null, codeWithin: "" }} />
      <Island of={AccessDialogs} props={{ email: "dana@northfield.example", codeWithin: "" }} />
    </>,
  );
  const ids = [...html.matchAll(/ id="(_[^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(6);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a component outside app/islands throws with its name", () => {
  expect(() => onContentPage(<Island of={Stray} props={{}} />)).toThrow(/Stray is not the default export/);
});

test("island props must survive JSON", () => {
  island((_: { when: string; counts: number[]; inner: { ok: boolean | null } }) => null);
  // @ts-expect-error a function does not survive JSON
  island((_: { onDone: () => void }) => null);
  // @ts-expect-error a Date comes back as a string
  island((_: { at: Date }) => null);
  // @ts-expect-error props are checked against the island they are for
  const wrong = <Island of={AccessDialogs} props={{ email: 3, codeWithin: "" }} />;
  expect(wrong).toBeTruthy();
});
