import { expect, test } from "vitest";
import { cpuMs, withinCpu } from "#tests/fixtures/cpu-time.ts";
import { guessColumns, type ImportField } from "./import-file.ts";
import { checkRows } from "./import-rows.server.ts";
import { readTable } from "./import-table.ts";
import { readAddress, readEmployees, readTags, readWebsite } from "./import-values.ts";

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
  expect(readWebsite("https://www.linkedin.com/in/anna")).toMatchObject({ value: null });
  expect(readWebsite("n/a")).toEqual({ value: null, problem: "“n/a” is not a website." });
});

test("tags of Mailchimp, Google and Outlook are read; those that do not fit are named", () => {
  expect(readTags('"vip","East"').value).toEqual(["vip", "east"]);
  expect(readTags("* myContacts ::: Friends").value).toEqual(["friends"]);
  expect(readTags("Red Category;Partner").value).toEqual(["red category", "partner"]);
  expect(readTags("a,b,c,d,e,f,g,h,i,j,k")).toMatchObject({ problem: expect.stringContaining("“k” was left out") });
});

/** Headings that each program writes, with the columns that belong to the fields. */
const headers: [string, string, Partial<Record<ImportField, string>>][] = [
  [
    "Outlook",
    "Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,Categories,Web Page",
    {
      ...{ email: "E-mail Address", firstName: "First Name", lastName: "Last Name", company: "Company" },
      ...{ role: "Job Title", website: "Web Page", tags: "Categories" },
    },
  ],
  [
    "Outlook, German",
    "Anrede;Vorname;Weitere Vornamen;Nachname;Suffix;Firma;Abteilung;Position;Telefon geschäftlich;Mobiltelefon;E-Mail-Adresse;E-Mail-Typ;Kategorien;Webseite",
    {
      ...{ email: "E-Mail-Adresse", firstName: "Vorname", lastName: "Nachname", company: "Firma", role: "Position" },
      ...{ phone: "Telefon geschäftlich", website: "Webseite", tags: "Kategorien" },
    },
  ],
  [
    "Exchange, German",
    "Vorname;Nachname;Stellenbezeichnung;Mobiltelefon;E-Mail",
    {
      ...{
        firstName: "Vorname",
        lastName: "Nachname",
        role: "Stellenbezeichnung",
        phone: "Mobiltelefon",
        email: "E-Mail",
      },
    },
  ],
  [
    "contacts, French",
    "Prénom;Nom;Poste;Téléphone (bureau);Adresse e-mail",
    {
      ...{ firstName: "Prénom", lastName: "Nom", role: "Poste", phone: "Téléphone (bureau)", email: "Adresse e-mail" },
    },
  ],
  [
    "Outlook, French",
    "Titre,Prénom,Deuxième prénom,Nom,Suffixe,Société,Service,Fonction,Adresse de messagerie,Page Web",
    {
      ...{ email: "Adresse de messagerie", firstName: "Prénom", lastName: "Nom", company: "Société" },
      ...{ role: "Fonction", website: "Page Web" },
    },
  ],
  [
    "Google Contacts before 2024",
    "Name,Given Name,Additional Name,Family Name,Yomi Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Organization 1 - Type,Organization 1 - Name,Organization 1 - Title,Website 1 - Value",
    {
      ...{ name: "Name", firstName: "Given Name", lastName: "Family Name", email: "E-mail 1 - Value" },
      ...{ company: "Organization 1 - Name", role: "Organization 1 - Title", website: "Website 1 - Value" },
      tags: "Group Membership",
    },
  ],
  [
    "Google Contacts",
    "First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Labels,E-mail 1 - Label,E-mail 1 - Value,Website 1 - Value",
    {
      ...{ firstName: "First Name", lastName: "Last Name", email: "E-mail 1 - Value", company: "Organization Name" },
      ...{ role: "Organization Title", tags: "Labels", website: "Website 1 - Value" },
    },
  ],
  [
    "LinkedIn",
    "First Name,Last Name,URL,Email Address,Company,Position,Connected On",
    {
      ...{
        firstName: "First Name",
        lastName: "Last Name",
        email: "Email Address",
        company: "Company",
        role: "Position",
      },
    },
  ],
  [
    "HubSpot",
    "Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lead Status,Associated Company IDs,Associated Company,Job Title,Website URL,Industry,Number of Employees",
    {
      ...{ firstName: "First Name", lastName: "Last Name", email: "Email", company: "Associated Company" },
      ...{
        role: "Job Title",
        phone: "Phone Number",
        website: "Website URL",
        industry: "Industry",
        employees: "Number of Employees",
      },
    },
  ],
  [
    "Pipedrive",
    "Person - Name,Person - First name,Person - Last name,Person - Organization,Person - Email - Work,Person - Email - Home,Person - Phone - Work,Person - Label",
    {
      ...{ name: "Person - Name", firstName: "Person - First name", lastName: "Person - Last name" },
      ...{ company: "Person - Organization", email: "Person - Email - Work", tags: "Person - Label" },
      phone: "Person - Phone - Work",
    },
  ],
  [
    "Salesforce",
    '"First Name","Last Name","Title","Company / Account","Email","Lead Source","Website","Industry","No. of Employees"',
    {
      ...{ firstName: "First Name", lastName: "Last Name", role: "Title", company: "Company / Account" },
      ...{ email: "Email", website: "Website", industry: "Industry", employees: "No. of Employees" },
    },
  ],
  [
    "Mailchimp",
    "Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,LEID,TAGS",
    { email: "Email Address", firstName: "First Name", lastName: "Last Name", tags: "TAGS" },
  ],
  [
    "Thunderbird, British",
    "First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Work Phone,Job Title,Department,Organisation,Web Page 1",
    {
      ...{ firstName: "First Name", lastName: "Last Name", name: "Display Name", email: "Primary Email" },
      ...{ role: "Job Title", company: "Organisation", phone: "Work Phone", website: "Web Page 1" },
    },
  ],
  [
    "a German table",
    "Name;Vorname;E-Mail;Firma;Mitarbeiterzahl",
    {
      ...{ lastName: "Name", firstName: "Vorname", email: "E-Mail", company: "Firma", employees: "Mitarbeiterzahl" },
    },
  ],
  [
    "Apollo",
    "First Name,Last Name,Title,Company,Company Name for Emails,Email,Email Status,Seniority,# Employees,Industry,Person Linkedin Url,Website,City",
    {
      ...{ firstName: "First Name", lastName: "Last Name", role: "Title", company: "Company", email: "Email" },
      ...{ employees: "# Employees", industry: "Industry", website: "Website" },
    },
  ],
  [
    "a Spanish table",
    "Nombre;Apellidos;Correo electrónico;Empresa;Cargo;Sitio web;Empleados",
    {
      ...{ firstName: "Nombre", lastName: "Apellidos", email: "Correo electrónico", company: "Empresa", role: "Cargo" },
      ...{ website: "Sitio web", employees: "Empleados" },
    },
  ],
  [
    "an Italian table",
    "Nome;Cognome;Indirizzo e-mail;Azienda;Ruolo;Sito web",
    {
      ...{ firstName: "Nome", lastName: "Cognome", email: "Indirizzo e-mail", company: "Azienda", role: "Ruolo" },
      website: "Sito web",
    },
  ],
  ["an Italian table of full names", "Nome;E-mail", { name: "Nome", email: "E-mail" }],
  [
    "a Polish table",
    "Imię;Nazwisko;Adres e-mail;Firma;Stanowisko;Strona internetowa",
    {
      ...{ firstName: "Imię", lastName: "Nazwisko", email: "Adres e-mail", company: "Firma", role: "Stanowisko" },
      website: "Strona internetowa",
    },
  ],
  [
    "a Czech table",
    "Jméno;Příjmení;E-mail;Společnost;Pozice",
    { firstName: "Jméno", lastName: "Příjmení", email: "E-mail", company: "Společnost", role: "Pozice" },
  ],
  [
    "a Dutch table",
    "Voornaam;Achternaam;E-mailadres;Bedrijf;Functie",
    { firstName: "Voornaam", lastName: "Achternaam", email: "E-mailadres", company: "Bedrijf", role: "Functie" },
  ],
  [
    "a Swedish table",
    "Förnamn;Efternamn;E-postadress;Företag",
    { firstName: "Förnamn", lastName: "Efternamn", email: "E-postadress", company: "Företag" },
  ],
  [
    "a Japanese table",
    "姓,名,メールアドレス,会社名,役職",
    { lastName: "姓", firstName: "名", email: "メールアドレス", company: "会社名", role: "役職" },
  ],
  [
    "a French table",
    "Nom;Adresse e-mail;Entreprise;Effectif",
    {
      ...{ name: "Nom", email: "Adresse e-mail", company: "Entreprise", employees: "Effectif" },
    },
  ],
];

test.each(headers)("the columns of %s are recognized", (_, header, wanted) => {
  const { header: cells } = readTable(`${header}\r\n`, header.includes(";") ? ";" : ",");
  const found = Object.fromEntries(Object.entries(guessColumns(cells)).map(([field, at]) => [field, cells[at!]]));
  expect(found).toEqual(wanted);
});

const emails = async (text: string, delimiter = ",") => {
  const { rows, guess } = readTable(text, delimiter);
  const { valid, rejected } = await checkRows(rows, guess);
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
