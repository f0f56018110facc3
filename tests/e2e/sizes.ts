import type { Page } from "@playwright/test";

/* Measurements of type and targets; each returns one line per problem. */

/** Visible text outside drawings smaller than `least` px. */
export const smallText = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((limit) => {
    const faults = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      if (!node.textContent?.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      const { width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      // Text in drawings scales with them.
      if (element instanceof SVGElement) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (size < limit - 0.05)
        faults.add(
          `${size.toFixed(1)} px: "${node.textContent.trim().slice(0, 40)}" in ${element.localName}.${element.parentElement?.className}`,
        );
    }
    return [...faults];
  }, least);

/** Visible text in drawings that is rendered smaller than `least` px after scaling. */
export const smallDrawnText = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((limit) => {
    const faults = new Set<string>();
    for (const text of document.querySelectorAll<SVGTextElement>("svg text")) {
      if (!text.textContent?.trim() || !text.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      const { width, height } = text.getBoundingClientRect();
      const matrix = text.getScreenCTM();
      if (width <= 1 || height <= 1 || !matrix) continue;
      for (const part of [text, ...text.querySelectorAll("tspan")]) {
        const size = Number.parseFloat(getComputedStyle(part).fontSize) * Math.hypot(matrix.a, matrix.b);
        if (size < limit - 0.05) faults.add(`${size.toFixed(1)} px: "${text.textContent.trim().slice(0, 40)}"`);
      }
    }
    return [...faults];
  }, least);

/**
 * Controls matching `selector` with a touch target less than `least` px high. Links within a sentence and footnote marks are
 * skipped.
 */
export const smallTargets = (page: Page, selector: string, least: number): Promise<string[]> =>
  page.evaluate(
    ([wanted, limit]) => {
      const faults: string[] = [];
      const isInSentence = (link: Element) => {
        if (link.closest("sup")) return true;
        if (!link.matches("main a") || getComputedStyle(link).display !== "inline") return false;
        let block = link.parentElement!;
        while (getComputedStyle(block).display === "inline") block = block.parentElement!;
        if (block.matches("h1, h2, h3, h4")) return false;
        const words = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        for (let text = words.nextNode(); text; text = words.nextNode())
          if (/[\p{L}\p{N}]/u.test(text.textContent!) && !text.parentElement!.closest("a, .vh")) return true;
        return false;
      };
      for (const control of document.querySelectorAll<HTMLElement>(wanted)) {
        if (!control.checkVisibility({ visibilityProperty: true }) || control.matches(".skip")) continue;
        if (isInSentence(control)) continue;
        control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const { left, top, width, height } = control.getBoundingClientRect();
        if (width <= 1 || height <= 1) continue;
        const x = left + width / 2;
        const hits = (y: number) => control.contains(document.elementFromPoint(x, y));
        let from = top + height / 2;
        let to = from;
        while (to - from < limit && hits(from - 1)) from -= 1;
        while (to - from < limit && hits(to + 1)) to += 1;
        if (to - from < limit - 1)
          faults.push(`${Math.round(to - from)} px: "${control.textContent?.trim().slice(0, 40)}"`);
      }
      return faults;
    },
    [selector, least] as const,
  );
