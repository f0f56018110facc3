import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

/** Parts in the order that compresses best, as measured: similar ones are near each other. */
const order = [
  "[Content_Types].xml",
  "_rels/.rels",
  "xl/styles.xml",
  "xl/workbook.xml",
  "xl/_rels/workbook.xml.rels",
  "xl/sharedStrings.xml",
  "xl/worksheets/sheet4.xml",
  "xl/worksheets/sheet2.xml",
  "xl/worksheets/sheet5.xml",
  "xl/worksheets/sheet1.xml",
  "xl/worksheets/sheet3.xml",
  "xl/worksheets/sheet6.xml",
];

/**
 * Reduces the size of a spreadsheet: removes what the format makes optional or what is its default (cell names, the unused color theme,
 * declarations, counts), and its own compression, because the archive compresses it better as one piece. Only for the kit,
 * where every byte counts; other workbooks are unchanged.
 */
export function leanWorkbook(file: Uint8Array): Uint8Array {
  const contents = unzipSync(file);
  const parts = order.map((name): [string, Uint8Array] => {
    const text = without(strFromU8(contents[name]!), [
      /^<\?xml.*?\?>/,
      /<(Relationship|Override) [^>]*(theme|docProps|worksheet\+xml)[^>]*\/>/g,
      /<bookViews>.*<\/bookViews>/,
      / (count|uniqueCount)="\d+"/g,
      // Styles: what is not there is 0 or empty.
      / (fontId|fillId|borderId|numFmtId|xfId)="0"| apply\w+="true"/g,
      /<(left|right|top|diagonal)\/>/g,
      /<cellStyleXfs.*<\/cellStyleXfs>|<cellStyles.*<\/cellStyles>|<dxfs\/>|<tableStyles[^>]*\/>/g,
    ]);
    // A part that is not listed is a sheet.
    if (name === "[Content_Types].xml") return [name, strToU8(text.replace('"application/xml"', `"${sheetType}"`))];
    if (!name.startsWith("xl/worksheets/")) return [name, strToU8(text)];
    return [name, strToU8(withoutPlaces(leanSheet(text)))];
  });
  // Zip times start in 1980, and this library treats them as local.
  return zipSync(Object.fromEntries(parts), { level: 0, mtime: new Date(1980, 0, 1) });
}

const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";

const without = (text: string, parts: readonly RegExp[]) => parts.reduce((rest, part) => rest.replace(part, ""), text);

const leanSheet = (sheet: string) =>
  without(sheet, [
    / xmlns:r="[^"]*"/,
    /<dimension[^>]*\/>/,
    / operator="between"| errorStyle="stop"| orientation="portrait"| fitToWidth="1"| fitToHeight="1"/g,
  ])
    .replaceAll('"true"', '"1"')
    // Dollar signs that have no effect: of formulas that are stored once, or repeat along one row or column only.
    .replace(/<f>[^<]*/g, (formula) => formula.replace(/\$([A-Z]+)\$(\d)/g, "$1$2"))
    .replace(/ ref="([A-Z]+)(\d+):([A-Z]+)(\d+)">[^<]*/g, (formula, column: string, row: string, ...last: string[]) => {
      if (column === last[0]) return formula.replace(/\$([A-Z]+\$?\d)/g, "$1");
      return row === last[1] ? formula.replace(/([A-Z])\$(\d)/g, "$1$2") : formula;
    })
    .replace(/<cols>(.*)<\/cols>/, (_cols, columns: string) => `<cols>${joined(columns)}</cols>`);

/** Describes neighboring columns of the same width once. */
function joined(columns: string): string {
  const found = [...columns.matchAll(/<col min="(\d+)" max="\d+"(.*?)\/>/g)];
  return found
    .map(([, first, looks], index) => {
      if (found[index - 1]?.[2] === looks) return "";
      const last = found.findIndex(([, , other], place) => place > index && other !== looks);
      return `<col min="${first}" max="${last < 0 ? found.length : last}"${looks}/>`;
    })
    .join("");
}

/** Removes row numbers and cell names: empty rows and cells take the places between. */
function withoutPlaces(sheet: string) {
  let rowBefore = 0;
  return sheet.replace(/<row r="(\d+)"(.*?<\/row>)/g, (_row, number: string, rest: string) => {
    const emptyRows = "<row/>".repeat(Number(number) - rowBefore - 1);
    rowBefore = Number(number);
    let before = 0;
    const cells = rest.replace(/<c r="([A-Z]+)\d+"/g, (_cell, name: string) => {
      const column = [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
      const emptyCells = "<c/>".repeat(column - before - 1);
      before = column;
      return `${emptyCells}<c`;
    });
    return `${emptyRows}<row${cells}`;
  });
}
