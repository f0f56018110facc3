// <Island of={Carousel} props={{...}} when="late" />: a hydrated component on an unhydrated page.
import { createContext, createElement, type FunctionComponent, useContext, useId } from "react";
import type { Messages } from "./bus.ts";

/** T if it survives JSON.stringify/parse unchanged, else never (functions, Date, Map, JSX ...). */
type Serializable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends (...args: never[]) => unknown
    ? never
    : T extends object
      ? { [K in keyof T]: Serializable<T[K]> }
      : never;
declare const brand: unique symbol;
export type IslandComponent<P> = FunctionComponent<P> & { readonly [brand]: true };

/** Marks the default export of a file in app/islands/; rejects props that JSON cannot represent. */
export const island = <P extends object>(
  component: FunctionComponent<P> &
    (P extends Serializable<P> ? unknown : { "island props must be serializable": never }),
) => component as unknown as IslandComponent<P>;

export type ContentPageRenderer = {
  /** The page's one script and its imports, named in the page so that all load in parallel. */
  script: string;
  preloads: readonly string[];
  /** URL of a module in app/behaviors/, for `<Behavior>`. */
  behavior(name: string): string;
  renderIsland(component: IslandComponent<never>, props: object, idPrefix: string): { name: string; html: string };
};

/** Set by entry.server.tsx on content pages only. If null (app pages, every browser render), islands are ordinary children. */
export const ContentPage = createContext<null | ContentPageRenderer>(null);

/**
 * `when` to hydrate: `late` (near the viewport, but at latest some seconds after page load), or by default at the first pointer or
 * focus on it. Any click hydrates it at once, and so does the message `wakeOn`.
 */
export function Island<P extends object>({
  of,
  props,
  when = "interaction",
  wakeOn,
}: {
  of: IslandComponent<P>;
  props: NoInfer<P>;
  when?: "late" | "interaction";
  wakeOn?: keyof Messages;
}) {
  const idPrefix = useId();
  const page = useContext(ContentPage);
  if (!page) return <div>{createElement(of, props)}</div>;
  const { name, html } = page.renderIsland(of as IslandComponent<never>, props, idPrefix);
  return (
    <div
      data-island={name}
      data-when={when}
      data-wake-on={wakeOn}
      data-props={JSON.stringify(props)}
      data-id-prefix={idPrefix}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server render of the island
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
