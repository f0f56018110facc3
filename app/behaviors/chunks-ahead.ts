// Fetches the code of the areas that a signed-in visitor may open next (spec: code-ahead): one file after the other, once per
// tab and build. Not by prefetch links, because Firefox applies `default-src` to them and reports each one.

const storageKey = "code_ahead";
const known = document.querySelector<HTMLMetaElement>("meta[name=code-ahead]")?.content ?? "";

async function fetchAhead(files: readonly string[]) {
  for (const file of files) await (await fetch(file, { priority: "low" })).arrayBuffer();
}

try {
  const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  if (known !== "" && !savesData && sessionStorage.getItem(storageKey) !== known) {
    sessionStorage.setItem(storageKey, known);
    fetchAhead(known.split(" ")).catch(() => sessionStorage.removeItem(storageKey));
  }
} catch {
  // Without storage, every page would fetch them again.
}

export {};
