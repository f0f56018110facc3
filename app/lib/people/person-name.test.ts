import { expect, test } from "vitest";
import { completeName, greetingName, splitName } from "./person-name.ts";

test.each([
  ["Dana Whitlock", "Dana", "Whitlock"],
  ["Dana", "Dana", null],
  ["Müller, Anna", "Anna", "Müller"],
  ["Müller, Dr. Anna", "Anna", "Müller"],
  ["Müller,", null, "Müller"],
  ["van der Berg, Anna Maria", "Anna Maria", "van der Berg"],
  ["García López, María", "María", "García López"],
  ["Anna van der Berg", "Anna", "van der Berg"],
  ["Frau Müller", null, "Müller"],
  ["Müller, Frau", null, "Müller"],
  ["Frau Anna Müller", "Anna", "Müller"],
  ["Herrn Prof. Dr. Karl Schmidt", "Karl", "Schmidt"],
  ["Dr. Müller", null, "Müller"],
  ["Dr.Anna Müller", "Anna", "Müller"],
  ["Dr. rer. nat. Anna Müller", "Anna", "Müller"],
  ["Prof. Dr. h. c. mult. Anna Müller", "Anna", "Müller"],
  ["Dr.-Ing. Anna Müller", "Anna", "Müller"],
  ["Dipl.-Ing. (FH) Anna Müller", "Anna", "Müller"],
  ["Mme Dupont", null, "Dupont"],
  ["M. Dupont", null, "Dupont"],
  ["Mr John Smith", "John", "Smith"],
  ["Mr. Smith", null, "Smith"],
  ["Sir John", "John", null],
  ["Don Draper", "Don", "Draper"],
  ["DUPONT Jean", "Jean", "DUPONT"],
  ["DANA WHITLOCK", "DANA", "WHITLOCK"],
  ["John Smith, Jr.", "John", "Smith"],
  ["John Smith Jr.", "John", "Smith"],
  ["Anna Müller, PhD", "Anna", "Müller"],
  ["Smith, John, MBA", "John", "Smith"],
  ["J. Robert Oppenheimer", "J. Robert", "Oppenheimer"],
  ["J. Smith", "J.", "Smith"],
  ['William "Bill" Gates', "William", "Gates"],
  ["Anna Müller (Acme)", "Anna", "Müller"],
  ["Jean-Luc Picard", "Jean-Luc", "Picard"],
  ["Conan O'Brien", "Conan", "O'Brien"],
  ["山田 太郎", "太郎", "山田"],
  ["山田太郎", null, null],
  ["김 철수", "철수", "김"],
  ["Łukasz Żółć", "Łukasz", "Żółć"],
  ["Иванов, Иван", "Иван", "Иванов"],
  ["MUDr. Jana Nováková", "Jana", "Nováková"],
  ["Bc. Petr Svoboda", "Petr", "Svoboda"],
  ["JUDr. Petr Novák, CSc.", "Petr", "Novák"],
  ["Ing. Jan Novák, Ph.D.", "Jan", "Novák"],
  ["Mgr. Nováková", null, "Nováková"],
  ["DI Maria Huber", "Maria", "Huber"],
  ["Di Smith", "Di", "Smith"],
  ["Me Dupont", null, "Dupont"],
  ["Lic. María López", "María", "López"],
  ["Avv. Marco Bianchi", "Marco", "Bianchi"],
  ["Capt. John Smith", "John", "Smith"],
  ["Familie Müller", null, "Müller"],
  ["Fru Hansen", null, "Hansen"],
  ["Sayın Ahmet Yılmaz", "Ahmet", "Yılmaz"],
  ["Ahmet Bey", "Ahmet", null],
  ["St. John, Ian", "Ian", "St. John"],
  ["田中 太郎 様", "太郎", "田中"],
  ["김철수 부장", null, null],
  ["Anna Müller | Acme", "Anna", "Müller"],
  ["Anna Müller – Acme", "Anna", "Müller"],
  ["Anna Müller - Acme GmbH", "Anna", "Müller"],
  ["Anna Müller-Schmidt", "Anna", "Müller-Schmidt"],
  ["van Dijk", null, "van Dijk"],
  ["von der Heide Jan", null, "von der Heide Jan"],
  ["de la Cruz", null, "de la Cruz"],
  ["Van Nguyen", "Van", "Nguyen"],
  ["Acme, Inc.", null, null],
  ["Northfield GmbH", null, null],
  ["dana@northfield.example", null, null],
  ["Dr.", null, null],
  ["", null, null],
  ["–", null, null],
])("%s: first name %s, last name %s", (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});

test("given parts are kept; titles stay in the full name only", () => {
  expect(completeName({ firstName: "Mary Ann", lastName: "Smith" })).toEqual({
    ...{ name: "Mary Ann Smith", firstName: "Mary Ann", lastName: "Smith" },
  });
  expect(completeName({ firstName: "Dr. Anna", lastName: "Müller" })).toEqual({
    ...{ name: "Dr. Anna Müller", firstName: "Anna", lastName: "Müller" },
  });
  expect(completeName({ firstName: "", lastName: "Smith" })).toEqual({
    ...{ name: "Smith", firstName: null, lastName: "Smith" },
  });
  expect(completeName({ name: "Ann Smith", firstName: "Mary Ann" })).toEqual({
    ...{ name: "Ann Smith", firstName: "Mary Ann", lastName: null },
  });
  expect(completeName({ name: "Müller, Anna" })).toEqual({
    ...{ name: "Müller, Anna", firstName: "Anna", lastName: "Müller" },
  });
  expect(completeName({ name: " " })).toEqual({ name: null, firstName: null, lastName: null });
});

test("a mail never begins with initials", () => {
  expect(["Mary Ann", "J. Robert", "J.", "J", "J.-P.", null].map(greetingName)).toEqual([
    ...["Mary Ann", "J. Robert", null, null, null, null],
  ]);
});
