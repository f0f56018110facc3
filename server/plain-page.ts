/** A page without styles and scripts, for the few answers that come before or instead of React. `text` is ours, never a visitor's. */
export const plainPage = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title} | GTMarc</title><h1>${title}</h1><p>${text}</p><p><a href="/">Home</a></p></html>`;
