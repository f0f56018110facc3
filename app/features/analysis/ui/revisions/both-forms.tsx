import { type ComponentType, memo, useSyncExternalStore } from "react";
import { useAfterPaint } from "../page/after-paint.ts";

export type Form = "wide" | "narrow";

/**
 * A drawing in a wide and a narrow form; style sheets show the narrow one up to `narrowUpTo` (CSS px at 16 px text).
 * The visible form updates with the next frame, the other one after that.
 */
export function bothForms<Props extends { form: Form }>(Drawing: ComponentType<Props>, narrowUpTo = 1100) {
  const OneForm = memo(Drawing) as unknown as ComponentType<Omit<Props, "form"> & { form: Form }>;
  // In rem, like the served style sheets (scripts/rem-queries.ts).
  const query = `(max-width: ${narrowUpTo / 16}rem)`;
  let media: MediaQueryList | undefined;
  const inWindow = () => (media ??= matchMedia(query));
  const subscribe = (changed: () => void) => {
    inWindow().addEventListener("change", changed);
    return () => inWindow().removeEventListener("change", changed);
  };
  return function BothForms(props: Omit<Props, "form">) {
    const isNarrow = useSyncExternalStore(
      subscribe,
      () => inWindow().matches,
      () => false,
    );
    const hidden = useAfterPaint(props);
    return (
      <>
        <OneForm {...(isNarrow ? hidden : props)} form="wide" />
        <OneForm {...(isNarrow ? props : hidden)} form="narrow" />
      </>
    );
  };
}
