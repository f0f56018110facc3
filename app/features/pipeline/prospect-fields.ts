import { z } from "zod";
import { recordOf } from "#app/lib/program/record-of.ts";
import { optionalLine, text } from "#app/lib/text.ts";

/*
 * The fields of a prospect that describe the person and their company, in the order of forms and tables. Forms and the schemas of their
 * endpoints, import, export, merge, projection, API record and erasure follow from this table: a new field is an entry here and a column
 * in tables.server.ts. Safe in the browser.
 */

type Rule = {
  label: string;
  hint?: string;
  /** In the request that saves the form: null clears the field, and an optional one that is missing stays as it is. */
  schema: z.ZodType;
  /** Of one line of text; other fields are numbers. */
  max?: number;
  /** Accepted for a new prospect: in the form, or only by the endpoint. */
  creation?: "form" | "api";
  /** In the records of /api/v1. */
  isRecorded?: true;
  /** Headings of a column that an import reads, in the form of `headingOf`, best first. */
  importNames: readonly string[];
};

export const clearable = (max: number) =>
  text({ max })
    .nullable()
    .transform((typed) => typed || null);

/** The parts of a text between commas. */
export const words = (text: string): string[] => text.split(",").map((word) => word.trim());

const line = (max: number) => ({ max, schema: clearable(max) });
/** Older pages do not send it. */
const laterLine = (max: number) => ({ max, schema: clearable(max).optional() });

/*
 * Import names are those of Outlook, Google Contacts, LinkedIn, HubSpot, Pipedrive, Salesforce, Mailchimp, Calendly and Thunderbird, and
 * of tables in other languages. In Outlook "Title" is "Dr." and "Job Title" the role.
 */
export const prospectFields = {
  name: {
    label: "Name",
    ...line(100),
    creation: "api",
    isRecorded: true,
    importNames: words(`
      name, full name, fullname, display name, contact, contact name, person name, contact person, ansprechpartner, vollstandiger name,
      anzeigename, nom complet, nom affiche, nom d affichage, nombre completo, nome completo, imie i nazwisko, jmeno a prijmeni, 氏名,
      invitee name, attendee name, name original name, volledige naam, naam, navn, namn, nimi, фио, полное имя, имя и фамилия,
      姓名, 성명, שם מלא, الاسم الكامل`),
  },
  firstName: {
    label: "First name",
    ...laterLine(100),
    hint: "Emails greet with it.",
    creation: "form",
    isRecorded: true,
    importNames: words(`
      first name, firstname, given name, givenname, forename, fname, first, person first name, contact first name, vorname, prenom,
      nombre, voornaam, nome, imie, jmeno, krestni jmeno, fornamn, fornavn, etunimi, 名,
      invitee first name, имя, 名字, 이름, שם פרטי, שם, الاسم الأول, الاسم`),
  },
  lastName: {
    label: "Last name",
    ...laterLine(100),
    creation: "form",
    isRecorded: true,
    importNames: words(`
      last name, lastname, surname, family name, familyname, lname, last, person last name, contact last name, nachname, familienname,
      zuname, nom de famille, nom, apellidos, achternaam, apellido, cognome, nazwisko, prijmeni, sobrenome, apelido, efternamn,
      efternavn, etternavn, sukunimi, soyad, 姓, invitee last name, фамилия, 姓氏, 성, שם משפחה, اسم العائلة`),
  },
  company: {
    label: "Company",
    ...line(200),
    creation: "form",
    isRecorded: true,
    importNames: words(`
      company, company name, companyname, organization, organisation, account, account name, company account, associated company, associated company primary,
      person organization, organization name, organisation name, organization 1 name, employer, firma, firmenname, unternehmen, betrieb,
      societe, entreprise, raison sociale, organisme, empresa, bedrijf, azienda, societa, unternehmensname, zugehoriges unternehmen, spolecnost, foretag, virksomhed, bedrift,
      yritys, sirket, 会社名, organizacion, organizzazione, компания, организация, 公司, 公司名称, 单位, 公司名稱, 회사, 회사명, חברה,
      שם חברה, الشركة, اسم الشركة`),
  },
  role: {
    label: "Role",
    ...line(100),
    creation: "form",
    importNames: words(`
      role, job title, jobtitle, position, job role, organization 1 title, organization title, person job title, person title,
      occupation, title, designation, jobtitel, stellenbezeichnung, funktion, stelle, berufsbezeichnung, fonction, poste, intitule du poste, cargo, puesto, ruolo, qualifica,
      stanowisko, pozice, funkce, functie, funcao, stilling, unvan, 役職,
      current job, current job title, current position, posizione professionale, должность, 职位, 职务, 職稱, 직책, 직함, תפקיד, المسمى الوظيفي`),
  },
  phone: {
    label: "Phone",
    ...laterLine(40),
    creation: "form",
    isRecorded: true,
    importNames: words(`
      phone, phone number, phonenumber, telephone, tel, work phone, work direct phone, corporate phone, business phone, office phone, primary phone, phone 1, phone 1 value, phone work,
      person phone work, person phone, contact phone, mobile, mobile phone, mobile number, cell phone, telefon geschaftlich, telefon firma,
      telefon, telefonnummer, rufnummer, geschaftlich, mobiltelefon, telefon mobil, mobil, handy, telefon privat, telephone bureau,
      telephone professionnel, telephone mobile, tel mobile, tel bureau, numero de telephone, portable, telefono, telefoon, telefone, 電話番号,
      phone mobile, direct phone number, direct phone, telefono del trabajo, telefono movil, movil, telefone comercial, telefone celular,
      phone numbers, work number, landline number, sms, celular, ufficio telefono, cellulare, telefoon op werk, telefoonnummer, mobiele telefoon, рабочий телефон, телефон,
      мобильный телефон, 电话, 手机, 手机号, 電話, 전화번호, 전화, 휴대폰, טלפון, נייד, الهاتف, رقم الهاتف, الجوال`),
  },
  website: {
    label: "Website",
    ...line(500),
    creation: "api",
    importNames: words(`
      website, website url, company website, web site, web page, webpage, web page 1, website 1 value, homepage, domain, company domain,
      company domain name, person website, organization website, business home page, url, webseite, internetseite, page web, site web,
      site internet, sitio web, pagina web, sito web, strona internetowa, strona www, webova stranka, webbplats,
      companywebsite, webpagina, pagina da web, сайт, веб сайт, 网站, 公司网站, 網站, 웹사이트, 홈페이지, אתר, الموقع الإلكتروني`),
  },
  industry: {
    label: "Industry",
    ...line(100),
    importNames: words(`
      industry, primary industry, company industry, organization industry, sector, branche, secteur, secteur d activite, settore, setor, branza, obor,
      bransch, industria, отрасль, 行业, 產業, 업종, תחום, القطاع`),
  },
  employees: {
    label: "Employees",
    schema: z.int({ error: "Enter a whole number." }).min(1).max(1_000_000).nullable(),
    importNames: words(`
      employees, number of employees, no of employees, employee count, company size, headcount, company headcount,
      organization number of employees, mitarbeiter, mitarbeiterzahl, mitarbeiteranzahl, anzahl mitarbeiter, anzahl der mitarbeiter,
      effectif, effectifs, nombre d employes, nombre de salaries, taille de l entreprise, empleados, numero de empleados, dipendenti,
      numero di dipendenti, liczba pracownikow, pocet zamestnancu, aantal medewerkers, funcionarios, company employee count, company employee range, companysize, no employees,
      количество сотрудников, число сотрудников, 员工人数, 직원 수, מספר עובדים, عدد الموظفين`),
  },
  /** In US cents; forms show whole dollars. Follows from an analysis, never from a file. */
  valueCents: {
    label: "Yearly value for the client",
    schema: z.int().min(0).max(1_000_000_000_00).nullable(),
    importNames: [],
  },
} satisfies Record<string, Rule>;

type Fields = typeof prospectFields;
export type ContactField = keyof Fields;
export const contactFields = Object.keys(prospectFields) as ContactField[];
export type ContactValues = {
  [Field in ContactField]: (Fields[Field] extends { max: number } ? string : number) | null;
};

/** The fields that a file or an event can state. */
export type StatedField = Exclude<ContactField, "valueCents">;
export const statedFields = contactFields.filter((field): field is StatedField => field !== "valueCents");
export type StatedValues = Pick<ContactValues, StatedField>;
export type StatedNumber = Exclude<StatedField, With<{ max: number }>>;

type With<Part> = { [Field in ContactField]: Fields[Field] extends Part ? Field : never }[ContactField];
export type CreationField = With<{ creation: string }>;
export const creationFields = contactFields.filter(
  (field): field is CreationField => "creation" in prospectFields[field],
);
export type RecordedField = With<{ isRecorded: true }>;
export const recordedFields = contactFields.filter(
  (field): field is RecordedField => "isRecorded" in prospectFields[field],
);

/** One line of text; other fields are numbers. */
export const isLine = (field: ContactField): boolean => "max" in prospectFields[field];

export const noContact = recordOf(contactFields, () => null) as { [Field in ContactField]: null };

export const editShape = recordOf(contactFields, (field) => prospectFields[field].schema) as {
  [Field in ContactField]: Fields[Field]["schema"];
};
export const creationShape = recordOf(creationFields, (field) => optionalLine(prospectFields[field].max));
