import { expect, test } from "vitest";
import { guessColumns, type ImportField } from "./import-file.ts";
import { readTable } from "./import-table.ts";

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
    "Brevo",
    "CONTACT ID;EMAIL;LASTNAME;FIRSTNAME;WHATSAPP;SMS;DOUBLE_OPT-IN;OPT_IN;LANDLINE_NUMBER;EXT_ID;JOB_TITLE;LINKEDIN;ADDED_TIME",
    {
      ...{ email: "EMAIL", lastName: "LASTNAME", firstName: "FIRSTNAME", phone: "LANDLINE_NUMBER" },
      role: "JOB_TITLE",
    },
  ],
  [
    "MailerLite",
    "Email,Name,Last name,Company,Phone",
    { email: "Email", name: "Name", lastName: "Last name", company: "Company", phone: "Phone" },
  ],
  [
    "Microsoft Teams, an attendance report",
    "Name,First Join,Last Leave,In-Meeting Duration,Email,Participant ID (UPN),Role",
    { name: "Name", email: "Email" },
  ],
  [
    "Zoom, participants of a meeting",
    "Name (Original Name),User Email,Total Duration (Minutes),Guest",
    { name: "Name (Original Name)", email: "User Email" },
  ],
  [
    "a list of bookings",
    "Title,Start Time,End Time,Attendee Name,Attendee Email",
    { name: "Attendee Name", email: "Attendee Email" },
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
    "a Dutch table of last names",
    "Voornaam;Naam;E-mailadres",
    { firstName: "Voornaam", lastName: "Naam", email: "E-mailadres" },
  ],
  ["a Dutch table of full names", "Naam;E-mailadres", { name: "Naam", email: "E-mailadres" }],
  ["a Danish table of full names", "Navn;E-post", { name: "Navn", email: "E-post" }],
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
  [
    "Pipedrive, a list",
    "Name,Label,Organization,Email - Work,Email - Home,Phone - Work,Phone - Mobile,Closed deals",
    { name: "Name", tags: "Label", company: "Organization", email: "Email - Work", phone: "Phone - Work" },
  ],
  [
    "Calendly",
    "Team,User Name,User Email,Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Event Type Name",
    {
      ...{ name: "Invitee Name", firstName: "Invitee First Name", lastName: "Invitee Last Name" },
      email: "Invitee Email",
    },
  ],
  [
    "Evaboot",
    "First Name,Last Name,Full Name,Email,Email Status,Current Job,Company Name,Company Website,Company Employee Count,Company Industry",
    {
      ...{ name: "Full Name", firstName: "First Name", lastName: "Last Name", email: "Email", role: "Current Job" },
      ...{ company: "Company Name", website: "Company Website", industry: "Company Industry" },
      employees: "Company Employee Count",
    },
  ],
  [
    "Outlook, Spanish",
    "Nombre,Segundo nombre,Apellidos,Organización,Puesto,Teléfono del trabajo,Móvil,Dirección de correo electrónico,Página Web",
    {
      ...{ firstName: "Nombre", lastName: "Apellidos", company: "Organización", role: "Puesto", website: "Página Web" },
      ...{ phone: "Teléfono del trabajo", email: "Dirección de correo electrónico" },
    },
  ],
  [
    "Outlook, Portuguese",
    "Título;Nome;Segundo Nome;Sobrenome;Empresa;Cargo;Telefone Comercial;Endereço de Email;Página da Web",
    {
      ...{ firstName: "Nome", lastName: "Sobrenome", company: "Empresa", role: "Cargo", phone: "Telefone Comercial" },
      ...{ email: "Endereço de Email", website: "Página da Web" },
    },
  ],
  [
    "Outlook, Italian",
    "Titolo,Nome,Secondo nome,Cognome,Società,Posizione professionale,Ufficio - Telefono,Cellulare,Indirizzo posta elettronica,Pagina Web",
    {
      ...{ firstName: "Nome", lastName: "Cognome", company: "Società", role: "Posizione professionale" },
      ...{ phone: "Ufficio - Telefono", email: "Indirizzo posta elettronica", website: "Pagina Web" },
    },
  ],
  [
    "Outlook, Dutch",
    "Titel,Voornaam,Middelste naam,Achternaam,Bedrijf,Functie,Telefoon op werk,Mobiele telefoon,E-mailadres,Webpagina",
    {
      ...{ firstName: "Voornaam", lastName: "Achternaam", company: "Bedrijf", role: "Functie", website: "Webpagina" },
      ...{ phone: "Telefoon op werk", email: "E-mailadres" },
    },
  ],
  [
    "a Russian table",
    "Имя;Фамилия;Организация;Должность;Рабочий телефон;Адрес эл. почты;Сайт",
    {
      ...{ firstName: "Имя", lastName: "Фамилия", company: "Организация", role: "Должность", phone: "Рабочий телефон" },
      ...{ email: "Адрес эл. почты", website: "Сайт" },
    },
  ],
  [
    "a Chinese table",
    "姓名,公司,职位,手机,邮箱",
    { name: "姓名", company: "公司", role: "职位", phone: "手机", email: "邮箱" },
  ],
  [
    "a Korean table",
    "이름,회사명,직책,전화번호,이메일",
    { name: "이름", company: "회사명", role: "직책", phone: "전화번호", email: "이메일" },
  ],
  ["a Korean table of parts", "성,이름,이메일", { lastName: "성", firstName: "이름", email: "이메일" }],
  [
    "a Hebrew table",
    "שם פרטי,שם משפחה,חברה,תפקיד,טלפון,אימייל",
    {
      ...{ firstName: "שם פרטי", lastName: "שם משפחה", company: "חברה", role: "תפקיד", phone: "טלפון" },
      email: "אימייל",
    },
  ],
  ["a Hebrew table of parts", "שם;שם משפחה;אימייל", { firstName: "שם", lastName: "שם משפחה", email: "אימייל" }],
  ["a Hebrew table of full names", "שם;אימייל", { name: "שם", email: "אימייל" }],
  ["a Spanish list with labels", "Correo;Nombre;Etiquetas", { email: "Correo", name: "Nombre", tags: "Etiquetas" }],
  ["an Italian list with labels", "E-mail;Etichette", { email: "E-mail", tags: "Etichette" }],
  [
    "an Arabic table of parts",
    "الاسم;اسم العائلة;البريد الإلكتروني",
    { firstName: "الاسم", lastName: "اسم العائلة", email: "البريد الإلكتروني" },
  ],
  [
    "an Arabic table",
    "الاسم,الشركة,الهاتف,البريد الإلكتروني",
    { name: "الاسم", company: "الشركة", phone: "الهاتف", email: "البريد الإلكتروني" },
  ],
];

test.each(headers)("the columns of %s are recognized", (_, header, wanted) => {
  const { header: cells } = readTable(`${header}\r\n`, header.includes(";") ? ";" : ",");
  const found = Object.fromEntries(Object.entries(guessColumns(cells)).map(([field, at]) => [field, cells[at!]]));
  expect(found).toEqual(wanted);
});

const guess = (...lines: string[]) => {
  const { header, guess: found } = readTable(lines.join("\n"), ",");
  return Object.fromEntries(Object.entries(found).map(([field, at]) => [field, [header[at!], at]]));
};

test("of several columns for a field, the best with a value is taken", () => {
  const hubSpot = guess("Email,Company name,Associated Company", "a@firm.example,,Acme", "b@firm.example, ,Bolt");
  expect(hubSpot).toMatchObject({ company: ["Associated Company", 2] });
  expect(guess("Email,Name,Email", ",Anna,a@firm.example")).toMatchObject({ email: ["Email", 2] });
  const google = guess("First Name,E-mail 1 - Value,E-mail 2 - Value", "Anna,,a@home.example");
  expect(google).toMatchObject({ email: ["E-mail 2 - Value", 2] });
  const pipedrive = guess("Name,Email - Work,Email - Home,Phone - Work,Phone - Mobile", "Anna,,a@home.example,,+49 1");
  expect(pipedrive).toMatchObject({ email: ["Email - Home", 2], phone: ["Phone - Mobile", 4] });
  // Outlook's "Title" is "Dr.", also where no row has a job title.
  expect(guess("Title,Job Title,E-mail Address", "Dr.,,a@firm.example")).toMatchObject({ role: ["Job Title", 1] });
});

test("a column of marks for missing values is passed over like an empty one", () => {
  for (const none of ["N/A", "-", "\u200b", "#NV", "None"])
    expect(guess("Email,Phone,Mobile", `a@firm.example,${none},+49 1`, "b@firm.example,,"), none).toMatchObject({
      phone: ["Mobile", 2],
    });
});

test("profiles of social networks are no websites of companies", () => {
  const profile = "https://www.linkedin.com/in/anna";
  expect(guess("Email,Website,URL", `a@firm.example,,${profile}`)).toMatchObject({ website: ["Website", 1] });
  expect(guess("Email,URL", `a@firm.example,${profile}`)).not.toHaveProperty("website");
  expect(guess("Email,Website,Domain", `a@firm.example,${profile},acme.example`)).toMatchObject({
    website: ["Domain", 2],
  });
  expect(guess("Email,Website,URL", `a@firm.example,,${profile}`, "b@firm.example,,acme.example")).toMatchObject({
    website: ["URL", 2],
  });
});

test.each([
  ["dates", "03.02.2026", "2026-02-03"],
  ["weekdays", "Montag", "Mi."],
  ["days of the month", "3", "28"],
  ["dates in words", "3. März 2026", "Do, 5.2."],
])("German “Tag” above %s is the day and no tag", (_what, one, other) => {
  const lines = [`"${one}",Anna,a@firm.example`, `"${other}",Ben,b@firm.example`];
  expect(guess("Tag,Name,E-Mail", ...lines)).toEqual({ name: ["Name", 1], email: ["E-Mail", 2] });
});

test("“Tag” above tags is read", () => {
  expect(guess("Tag,Email", "vip,a@firm.example", "3 stars,b@firm.example")).toMatchObject({ tags: ["Tag", 0] });
  expect(guess("Tag,Kategorien,E-Mail", "3.2.2026,vip,a@firm.example")).toMatchObject({ tags: ["Kategorien", 1] });
});
