import { expect, test } from "vitest";
import { cpuMs, withinCpu } from "#tests/fixtures/cpu-time.ts";
import { checkRows } from "./import-rows.server.ts";
import { readTable } from "./import-table.ts";
import { readAddress, readEmployees, readPhone, readTags, readWebsite } from "./import-values.ts";

test.each([
  ["250", 250],
  ["250,0", 250],
  ["250.0", 250],
  ["12,5", 13],
  ["1.200", 1200],
  ["1,200", 1200],
  ["1 200", 1200],
  ["1\u202F200", 1200],
  ["1\u00A0200", 1200],
  ["1'200", 1200],
  ["1’200", 1200],
  ["1.200,00", 1200],
  ["1,200.50", 1201],
  ["12.000", 12_000],
  ["1.000.000", 1_000_000],
  ["51-200", 126],
  ["51–200", 126],
  ["51 - 200 employees", 126],
  ["51 to 200", 126],
  ["51 bis 200 Mitarbeiter", 126],
  ["de 51 à 200 salariés", 126],
  ["1.001-5.000", 3001],
  ["10,001+", 10_001],
  ["10-Jan", 6],
  ["Nov-50", 31],
  ["> 500", 500],
  ["ca. 40", 40],
  ["~200", 200],
  ["200 FTE", 200],
  ["50 - 100 FTEs", 75],
  ["100 Personen", 100],
  ["200-500 Beschäftigte", 350],
  ["51-200 empleados", 126],
  ["11–50 dipendenti", 31],
  ["50 pracowników", 50],
  ["unter 10", 10],
  ["mehr als 500", 500],
  ["env. 40", 40],
  ["1.2k", 1200],
  ["5K", 5000],
  ["1,00,000", 100_000],
  ["１２０", 120],
  ["١٢٠", 120],
])("%s employees are stored as %i", (cell, value) => {
  expect(readEmployees(cell)).toEqual({ value });
});

test.each(["0x10", "1e3", "many", "12 or so", "-5", "0", "200-51", "1-2-3", "2,000,000", "Infinity", "1,00,00"])(
  "%s is not a number of employees",
  (cell) => {
    expect(readEmployees(cell)).toEqual({ value: null, problem: `“${cell}” is not a number of employees.` });
  },
);

test.each([
  ["a@b.example", "a@b.example", null],
  [" A@B.example ", "a@b.example", null],
  ["Anna B <a@b.example>", "a@b.example", "Anna B"],
  ['"Müller, Anna" <a@b.example>', "a@b.example", "Müller, Anna"],
  ["<a@b.example>", "a@b.example", null],
  ["mailto:a@b.example", "a@b.example", null],
  ["MAILTO:a@b.example?subject=Hi", "a@b.example", null],
  ["SMTP:a@b.example", "a@b.example", null],
  ["'a@b.example'", "a@b.example", null],
  ["‘a@b.example’", "a@b.example", null],
  ["[a@b.example](mailto:a@b.example)", "a@b.example", null],
  ["anna@bücher.example", "anna@xn--bcher-kva.example", null],
  ["a@b.example.", "a@b.example", null],
  ["\u200Ba@b.example\u00A0", "a@b.example", null],
  ["a@b.example (work)", "a@b.example", null],
])("%s is the address %s of %s", (cell, value, name) => {
  expect(readAddress(cell)).toEqual({ value, name });
});

test("of several addresses the first valid one is stored; the others are named", () => {
  expect(readAddress("a@b.example; c@d.example")).toMatchObject({
    ...{ value: "a@b.example", problem: "“c@d.example” was left out." },
  });
  expect(readAddress("a@b.example ::: c@d.example, e@f.example")).toMatchObject({
    ...{ value: "a@b.example", problem: "“c@d.example”, “e@f.example” was left out." },
  });
  expect(readAddress("a@b..example / c@d.example")).toMatchObject({
    ...{ value: "c@d.example", problem: "“a@b..example” was left out." },
  });
  expect(readAddress("a@b.example, A@b.example")).toEqual({ value: "a@b.example", name: null });
  expect(readAddress("no address")).toEqual({ value: null, name: null });
});

test("websites become domains; profiles of social networks are no websites", () => {
  expect(readWebsite("https://www.acme.co.uk/about")).toEqual({ value: "acme.co.uk" });
  expect(readWebsite("acme.example ::: blog.example")).toEqual({ value: "acme.example" });
  expect(readWebsite("::: blog.example")).toEqual({ value: "blog.example" });
  expect(readWebsite("https://www.linkedin.com/in/anna")).toMatchObject({ value: null });
  expect(readWebsite("n/a")).toEqual({ value: null, problem: "“n/a” is not a website." });
});

test.each([
  ["p:+4930123456", "+4930123456"],
  ["Tel.: +49 30 123456", "+49 30 123456"],
  ["Tel. 030 123456", "030 123456"],
  ["T: +49 30 123456", "+49 30 123456"],
  ["Mobile +49 151 123456", "+49 151 123456"],
  ["Tél. : +33 1 23 45 67 89", "+33 1 23 45 67 89"],
  ["Phone 1-800-FLOWERS", "1-800-FLOWERS"],
  ["tel:+49-30-123456", "+49-30-123456"],
  ["'+49 30 123456", "+49 30 123456"],
  ["'030123456", "030123456"],
  ["'tel:+49 30 123456", "+49 30 123456"],
  ["tel: 'p:030123456", "030123456"],
  ["::: +49 30 2", "+49 30 2"],
  [" ; +49 30 2", "+49 30 2"],
  ["tel: ::: +49 30 2", "+49 30 2"],
  ["N/A ::: +49 30 2", "+49 30 2"],
  ["+49 30 1 ::: ", "+49 30 1"],
  ["4915112345678.0", "4915112345678"],
  ["0301234567,00", "0301234567"],
  ["4.915112345678E+12", "4915112345678"],
  ["4,915112345678E+12", "4915112345678"],
  ["030.123.456", "030.123.456"],
  ["1-800-FLOWERS", "1-800-FLOWERS"],
  ["+1 (415) 555-0100 x12", "+1 (415) 555-0100 x12"],
])("the phone number %s is stored as %s", (cell, value) => {
  expect(readPhone(cell)).toEqual({ value });
});

test("a phone number that a spreadsheet program shortened is left out; of several the first is stored", () => {
  const shortened = { value: null, problem: "“4.91511E+12” was rounded by a spreadsheet program." };
  expect(readPhone("4.91511E+12")).toEqual(shortened);
  expect(readPhone("4,91511E+12")).toMatchObject({ value: null });
  expect(readPhone("on request")).toEqual({ value: null, problem: "“on request” is not a phone number." });
  expect(readPhone("+49 30 1 ::: +49 30 2")).toEqual({ value: "+49 30 1", problem: "“+49 30 2” was left out." });
});

test("errors of spreadsheets and marks of empty cells are no values", async () => {
  const columns = { email: 0, firstName: 1, lastName: 2, company: 3, role: 4, website: 5, employees: 6, tags: 7 };
  const read = async (cell: string) => {
    const cells = ["a@firm.example", "Anna", "Li", ...Array.from({ length: 5 }, () => cell)];
    const named = await checkRows([{ row: 2, cells, isBroken: false }], columns);
    const nameless = ["a@firm.example", cell, cell];
    const { valid } = await checkRows([{ row: 2, cells: nameless, isBroken: false }], columns);
    expect(valid).toMatchObject([{ name: null, firstName: null, lastName: null }]);
    return named;
  };
  const none = { name: "Anna Li", company: null, role: null, website: null, employees: null, tags: [] };
  for (const cell of [
    "#N/A",
    "#REF!",
    "#DIV/0!",
    "#¿NOMBRE?",
    "#BEZUG!",
    "#NV",
    "Err:502",
    "#####",
    "#NENÍ_K_DISPOZICI",
    "#DĚLENÍ_NULOU!",
    "#HIÁNYZIK",
    "#YOK",
    "#GETTING_DATA",
    "#スピル!",
    "NULL",
    "n/a",
    "(blank)",
    "#N/A #N/A",
    "null null",
  ]) {
    const { valid, partial } = await read(cell);
    expect(valid, cell).toMatchObject([none]);
    expect(partial, cell).toMatchObject([
      { problem: expect.stringContaining(`Company: “${cell}” marks a missing value.`) },
    ]);
  }
  for (const cell of ["-", "–", " . ", "?", "''"]) {
    const { valid, partial } = await read(cell);
    expect(valid, cell).toMatchObject([none]);
    expect(partial, cell).toEqual([]);
  }
  const kept = ["a@firm.example", "Nan", "Null", "None of Your Business Ltd", "#1 in sales", "", "", "#AI, #win, #B2B"];
  const { valid } = await checkRows([{ row: 2, cells: kept, isBroken: false }], columns);
  expect(valid).toMatchObject([
    { firstName: "Nan", lastName: "Null", company: kept[3], role: kept[4], tags: ["#ai", "#win", "#b2b"] },
  ]);
});

const readCells = async (cells: Record<string, string>) => {
  const columns = Object.fromEntries(Object.keys(cells).map((field, at) => [field, at]));
  const { valid, partial } = await checkRows([{ row: 2, cells: Object.values(cells), isBroken: false }], columns);
  return { row: valid[0], problem: partial[0]?.problem };
};

test("marks of a missing value are no names, also around an address, and no tags", async () => {
  const nameless = { name: null, firstName: null, lastName: null };
  const around = await readCells({ email: "#N/A <anna@firm.example>" });
  expect(around).toMatchObject({ row: nameless, problem: "Name: “#N/A” marks a missing value." });
  for (const name of ["null null", "#N/A #N/A", "nan, nan"])
    expect(await readCells({ email: "anna@firm.example", name }), name).toMatchObject({
      row: nameless,
      problem: `Name: “${name}” marks a missing value.`,
    });
  expect(await readCells({ email: "– <anna@firm.example>" })).toMatchObject({ row: nameless, problem: undefined });
  expect(await readCells({ email: "anna@firm.example", tags: "vip, #N/A, -" })).toMatchObject({
    row: { tags: ["vip"] },
    problem: "Tags: “#N/A” marks a missing value.",
  });
});

test("an export with a missing first name, such as “null Li”, has a last name only", async () => {
  const lastOnly = { name: "Li", firstName: null, lastName: "Li" };
  for (const name of ["null Li", "undefined Li", "#N/A Li", "Li undefined"]) {
    const { row, problem } = await readCells({ email: "anna@firm.example", name });
    if (name.endsWith("Li")) expect(row, name).toMatchObject(lastOnly);
    else expect(row, name).toMatchObject({ name: "Li", firstName: "Li", lastName: null });
    expect(problem, name).toBe(`Name: “${name.replace(/ ?Li ?/, "")}” marks a missing value.`);
  }
  expect((await readCells({ email: "null van Dijk <a@firm.example>" })).row).toMatchObject({
    ...{ name: "van Dijk", firstName: null, lastName: "van Dijk" },
  });
  expect((await readCells({ email: "a@firm.example", name: "Jennifer Null" })).row).toMatchObject({ lastName: "Null" });
});

test("“Name” is the first name if it does not contain the last name, as in MailerLite's exports, and otherwise the full name", async () => {
  const lines = [
    "a@firm.example,Anna,Bell",
    "b@firm.example,Ben Coe,Coe",
    "c@firm.example,Cleo Dee,",
    "d@firm.example,Lina,Li",
  ];
  const file = ["Email,Name,Last name", ...lines].join("\n");
  const { rows, guess } = readTable(file, ",");
  expect((await checkRows(rows, guess)).valid).toMatchObject([
    { name: "Anna Bell", firstName: "Anna", lastName: "Bell" },
    { name: "Ben Coe", firstName: "Ben", lastName: "Coe" },
    { name: "Cleo Dee", firstName: "Cleo", lastName: "Dee" },
    { name: "Lina Li", firstName: "Lina", lastName: "Li" },
  ]);
});

test("None, as pandas writes it, is no company, and remains a name", async () => {
  const { row, problem } = await readCells({
    email: "a@firm.example",
    firstName: "Ann",
    lastName: "None",
    company: "None",
  });
  expect(row).toMatchObject({ firstName: "Ann", lastName: "None", company: null });
  expect(problem).toBe("Company: “None” marks a missing value.");
  expect((await readCells({ email: "None Null <a@firm.example>" })).row).toMatchObject({ name: "None Null" });
});

test("emoji and symbols are values", async () => {
  const { row, problem } = await readCells({ email: "a@firm.example", company: "★☆★", tags: "⭐⭐⭐, 🔥, ‼️" });
  expect(row).toMatchObject({ company: "★☆★", tags: ["⭐⭐⭐", "🔥", "‼️"] });
  expect(problem).toBeUndefined();
});

test("tags of Mailchimp, Google and Outlook are read; those that do not fit are named", () => {
  expect(readTags('"vip","East"').value).toEqual(["vip", "east"]);
  expect(readTags("* myContacts ::: Friends").value).toEqual(["friends"]);
  expect(readTags('["vip", "east"]').value).toEqual(["vip", "east"]);
  expect(readTags("Red Category;Partner").value).toEqual(["red category", "partner"]);
  expect(readTags("a,b,c,d,e,f,g,h,i,j,k")).toMatchObject({ problem: expect.stringContaining("“k” was left out") });
});

const emails = async (text: string, delimiter = ",") => {
  const { rows, guess, alternatives } = readTable(text, delimiter);
  const { valid, rejected } = await checkRows(rows, guess, alternatives);
  return { valid: valid.map(({ email }) => email), rejected: rejected.map(({ row }) => row) };
};

test("a quotation mark that is not closed costs its own row only", async () => {
  const file = 'Email,Name\na@firm.example,"open\nb@firm.example,B\nc@firm.example,C\n';
  expect(await emails(file)).toEqual({ valid: ["b@firm.example", "c@firm.example"], rejected: [2] });
  // Closed by the quotation mark of a later row, with text after it or without.
  const late = 'Email,Name\na@firm.example,"open\nb@firm.example,"B, Inc."\nc@firm.example,C\n';
  expect(await emails(late)).toEqual({ valid: ["b@firm.example", "c@firm.example"], rejected: [2] });
  const even = 'Email,Name\na@firm.example,"open\nb@firm.example,B\nc@firm.example,"\nd@firm.example,D\n';
  expect((await emails(even)).valid).toEqual(["b@firm.example", "d@firm.example"]);
  const inch = 'Email,Name\r\na@firm.example,"Robert "Bob" Smith"\r\nb@firm.example,5" pipes\r\n';
  expect(await emails(inch)).toEqual({ valid: ["b@firm.example"], rejected: [2] });
});

test("a cell with several lines and quotation marks stays one cell", async () => {
  const file =
    'Email,Name,Notes\r\na@firm.example,A,"Said ""yes"",\r\nthen c@firm.example, too"\r\nb@firm.example,B,\r\n';
  expect(await emails(file)).toEqual({ valid: ["a@firm.example", "b@firm.example"], rejected: [] });
});

test("titles above the headings and files without headings are understood", async () => {
  const linkedIn = [
    "Notes:",
    '"When exporting your connection data, you may notice that some of the email addresses are missing."',
    "",
    "First Name,Last Name,URL,Email Address,Company,Position,Connected On",
    "Anna,B,https://www.linkedin.com/in/anna,a@firm.example,Acme,CEO,12 Mar 2024",
  ].join("\n");
  expect(readTable(linkedIn, ",")).toMatchObject({ titleRows: 3, hasHeader: true, rows: [{ row: 5 }] });
  expect(await emails(linkedIn)).toEqual({ valid: ["a@firm.example"], rejected: [] });
  const bare = "Anna;a@firm.example\nBen;b@firm.example\n";
  expect(readTable(bare, ";")).toMatchObject({ hasHeader: false, header: ["Column 1", "Column 2"] });
  expect((await emails(bare, ";")).valid).toEqual(["a@firm.example", "b@firm.example"]);
  const unknown = "Kto,Adres\nAnna,a@firm.example\n";
  expect(readTable(unknown, ",").guess).toEqual({ email: 1 });
});

test("an empty phone is looked for in the other columns of phones", async () => {
  const file = "Email,Business Phone,Mobile Phone\na@firm.example,+49 30 1,+49 151 1\nb@firm.example,,+49 151 2\n";
  const { rows, guess, alternatives } = readTable(file, ",");
  expect((await checkRows(rows, guess, alternatives)).valid.map(({ phone }) => phone)).toEqual([
    "+49 30 1",
    "+49 151 2",
  ]);
  // Calendly's "User Email" is the host's.
  const calendly = "User Email,Invitee Email\nhost@gtmarc.example,\nhost@gtmarc.example,b@firm.example\n";
  expect(await emails(calendly)).toEqual({ valid: ["b@firm.example"], rejected: [2] });
  const { phone: _, ...withoutPhone } = guess;
  expect((await checkRows(rows, withoutPhone, alternatives)).valid.map(({ phone }) => phone)).toEqual([null, null]);
});

test("an empty address is looked for in the other columns of addresses", async () => {
  const pipedrive = [
    "Person - Name,Person - Email - Work,Person - Email - Home,Person - Email - Other",
    "Anna,a@firm.example,anna@home.example,",
    "Ben,,ben@home.example,ben@other.example",
    "Cleo,N/A,,cleo@other.example",
    "Dana,no address,dana@home.example,",
    "Eve,,,",
  ].join("\n");
  const valid = ["a@firm.example", "ben@home.example", "cleo@other.example"];
  expect(await emails(pipedrive)).toEqual({ valid, rejected: [5, 6] });
});

test("rows that a spreadsheet program of another country has written as one cell each are split", async () => {
  const wrapped = '"Email,First Name,Company"\r\n"a@firm.example,Anna,""Acme, Inc."""\r\n"b@firm.example,Ben,Bolt"\r\n';
  const some = 'Email,First Name,Company\r\n"a@firm.example,Anna,""Acme, Inc."""\r\nb@firm.example,Ben,Bolt\r\n';
  for (const file of [wrapped, some]) {
    const { rows, guess } = readTable(file, ",");
    expect((await checkRows(rows, guess)).valid, file).toMatchObject([
      { email: "a@firm.example", firstName: "Anna", company: "Acme, Inc." },
      { email: "b@firm.example", firstName: "Ben", company: "Bolt" },
    ]);
  }
  // A column of addresses with names is one column.
  const addresses = 'Email\n"Müller, Anna <a@firm.example>"\n"Maier, Ben <b@firm.example>"\n';
  const { rows, guess } = readTable(addresses, ",");
  expect((await checkRows(rows, guess)).valid).toMatchObject([{ firstName: "Anna" }, { firstName: "Ben" }]);
});

test("many broken quotation marks take time in proportion to the file", async () => {
  const lines = (count: number) => `Email,Name\n${'a@firm.example,"x\n'.repeat(count)}`;
  const time = (text: string) => cpuMs(() => readTable(text, ","));
  await time(lines(2000));
  expect((await time(lines(40_000))) / Math.max(5, await time(lines(4000)))).toBeLessThan(60);
});

test.each([
  ["spaces", `1${" ".repeat(50_000)}x`],
  ["quotes", `a${`'" `.repeat(20_000)}x`],
  ["no-break spaces", `1${"\u00a0".repeat(50_000)}x`],
  ["signs", "1-".repeat(25_000)],
])(
  "a cell of tens of thousands of %s takes no time in any column",
  withinCpu(2000, async (_what, cell) => {
    const fields = ["name", "firstName", "lastName", "company", "website", "role", "industry", "employees", "tags"];
    const columns = Object.fromEntries(fields.map((field) => [field, 1]));
    const { valid } = await checkRows([{ row: 2, cells: ["a@b.example", cell], isBroken: false }], {
      email: 0,
      ...columns,
    });
    expect(valid).toHaveLength(1);
  }),
);
