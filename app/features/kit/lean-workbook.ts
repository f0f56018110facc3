import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

/**
 * A spreadsheet without what spreadsheets do not need: numbers of rows and names of cells that follow from their order (they
 * are optional in the format), the color theme that no cell uses, and compression of its own, since within the archive it
 * compresses better as one piece. On the sheets with the workings (their numbers, from 1) formulas go without their results, which every
 * program that calculates fills in as it opens the file. For the kit, where every byte counts; what visitors download of their own stays as it was written.
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
  // Times of a zip begin in 1980, and this library takes them as local ones.
  return zipSync(Object.fromEntries(parts), { level: 0, mtime: new Date(1980, 0, 1) });
}

/** A row needs its number, and a cell its name, only where it does not follow the one before. */
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
