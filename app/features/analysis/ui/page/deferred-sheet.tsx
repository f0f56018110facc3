import { type ComponentType, useEffect, useRef, useState } from "react";
import { useAfterPaint } from "./after-paint.ts";

/**
 * Defers the updates of a sheet outside the viewport to the frame after the visible ones. `content-visibility` alone does not
 * save them: browsers also lay out what is near the viewport, which on a page of short sheets is most of it.
 *
 * Only for sheets without fields: a field must keep its new value at once.
 * @param id of the sheet's section.
 * @param Sheet memoized.
 */
export function deferredSheet<Props extends object>(id: string, Sheet: ComponentType<Props>) {
  return function DeferredSheet(props: Props) {
    const isInViewport = useIsInViewport(id);
    const late = useAfterPaint(props);
    return <Sheet {...(isInViewport ? props : late)} />;
  };
}

/** True until the element is known to be outside. */
function useIsInViewport(id: string): boolean {
  const [isInViewport, setInViewport] = useState(true);
  const observed = useRef<Element | null>(null);
  const observer = useRef<IntersectionObserver | null>(null);
  useEffect(
    () => () => {
      observer.current?.disconnect();
      observer.current = null;
      observed.current = null;
    },
    [],
  );
  // After every render: a sheet can leave the page and come back as another element.
  useEffect(() => {
    const element = document.getElementById(id);
    if (element === observed.current) return;
    observer.current ??= new IntersectionObserver((entries) => setInViewport(entries.at(-1)?.isIntersecting !== false));
    observer.current.disconnect();
    observed.current = element;
    if (element) observer.current.observe(element);
  });
  return isInViewport;
}
