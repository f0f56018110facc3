// Fetches the code of the areas that a signed-in visitor may open next (spec: code-ahead): one file after the other, each once per
// tab. Not by prefetch links, because Firefox applies `default-src` to them and reports each one.

const storageKey = "code_ahead";
const known = document.querySelector<HTMLMetaElement>("meta[name=code-ahead]")?.content ?? "";

async function fetchAhead(files: readonly string[]) {
  for (const file of files) await (await fetch(file, { priority: "low" })).arrayBuffer();
}

try {
  const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  const fetched = new Set(sessionStorage.getItem(storageKey)?.split(" "));
  const files = known.split(" ").filter((file) => file && !fetched.has(file));
  if (files.length > 0 && !savesData) {
    sessionStorage.setItem(storageKey, [...fetched, ...files].join(" "));
    fetchAhead(files).catch(() => sessionStorage.removeItem(storageKey));
  }
} catch {
  // Without storage, every page would fetch them again.
}

export {};
