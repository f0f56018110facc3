import { useEffect, useRef } from "react";

/** Keeps the click that ends a drag from following the link of the dragged call. */
export function useLinkStop() {
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  return {
    start: () => {
      stopping.current?.abort();
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      window.addEventListener("click", (event) => event.preventDefault(), { capture: true, signal });
    },
    /** The click follows the release in the same turn of the event loop. */
    end: () => {
      const ended = stopping.current;
      setTimeout(() => ended?.abort());
    },
  };
}
