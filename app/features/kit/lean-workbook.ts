import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

/**
 * Reduces the size of a spreadsheet: removes row numbers and cell names that follow from the order (they are optional in the format),
 * the unused color theme, and its own compression, because the archive compresses it better as one piece. On the calculation sheets
 * (their numbers, from 1) formulas have no stored results, which every spreadsheet program computes on opening. Only for the kit, where
 * every byte counts; files that visitors download are unchanged.
 */
export function leanWorkbook(file: Uint8Array, workings: readonly number[]): Uint8Array {
  const parts = Object.entries(unzipSync(file))
    .filter(([name]) => !/theme|docProps/.test(name))
    .map(([name, bytes]): [string, Uint8Array] => {
      const text = strFromU8(bytes).replace(/<(Relationship|Override) [^>]*(theme|docProps)[^>]*\/>/g, "");
      if (!name.startsWith("xl/worksheets/")) return [name, strToU8(text)];
      const isWorkings = workings.some((place) => name.endsWith(`sheet${place}.xml`));
      return [name, strToU8(withoutPlaces(isWorkings ? withoutResults(text) : text))];
    });
  // Zip times start in 1980, and this library treats them as local.
  return zipSync(Object.fromEntries(parts), { level: 0, mtime: new Date(1980, 0, 1) });
}

/** Removes row numbers and cell names, except where one does not follow the previous one. */
function withoutPlaces(sheet: string) {
  let rowBefore = 0;
  return sheet.replace(/<row r="(\d+)"(.*?<\/row>)/g, (_row, number: string, rest: string) => {
    const follows = Number(number) === rowBefore + 1;
    rowBefore = Number(number);
    let before = 0;
    const cells = rest.replace(/<c r="([A-Z]+)\d+"/g, (whole, name: string) => {
      const column = [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
      const follows = column === before + 1;
      before = column;
      return follows ? "<c" : whole;
    });
    return `<row${follows ? "" : ` r="${number}"`}${cells}`;
  });
}

const withoutResults = (sheet: string) => sheet.replace(/(<\/f>|<f [^>]*\/>)<v>[^<]*<\/v>/g, "$1");
