/*
 * People and firms for tests, the mail gallery, benchmarks and demo data. None of them exist: addresses are under
 * `.example`, which is reserved (RFC 2606) and receives no mail. `northfield` and `dana` are the example client of tests.
 */

export type Firm = {
  /** The domain label: `northfield` gives `northfield.example`. */
  slug: string;
  name: string;
  legalName: string;
  industry:
    | "SaaS"
    | "Technology/Software"
    | "E-commerce"
    | "Professional Services"
    | "Healthcare"
    | "Finance"
    | "Manufacturing";
  employees: number;
  revenueBand: "1-5M" | "5-10M" | "10-25M" | "25-50M" | ">50M";
  /** USD an hour, everything included. */
  hourlyCost: number;
  street: string;
  city: string;
  region: string;
  postalCode: string;
};

export type Person = { firstName: string; lastName: string; role: string; firm: Firm };

const firm = (
  slug: string,
  name: string,
  ending: "Inc." | "LLC" | "Corp.",
  industry: Firm["industry"],
  employees: number,
  revenueBand: Firm["revenueBand"],
  hourlyCost: number,
  [street, city, region, postalCode]: [string, string, string, string],
): Firm => ({
  slug,
  name,
  legalName: `${name}, ${ending}`,
  industry,
  employees,
  revenueBand,
  hourlyCost,
  street,
  city,
  region,
  postalCode,
});

export const northfield = firm("northfield", "Northfield Analytics", "Inc.", "SaaS", 45, "5-10M", 75, [
  "12 Harbor Street",
  "Boston",
  "MA",
  "02110",
]);

export const firms: readonly Firm[] = [
  northfield,
  firm("harborlight", "Harborlight Software", "Inc.", "SaaS", 120, "10-25M", 82, [
    "40 Water Street",
    "Portland",
    "ME",
    "04101",
  ]),
  firm("cedarline", "Cedarline Logistics", "LLC", "Professional Services", 210, "25-50M", 64, [
    "1120 Alder Avenue",
    "Tacoma",
    "WA",
    "98402",
  ]),
  firm("brightwell", "Brightwell Health", "Inc.", "Healthcare", 160, "10-25M", 78, [
    "77 Monroe Street",
    "Nashville",
    "TN",
    "37201",
  ]),
  firm("oakmont", "Oakmont Payments", "Corp.", "Finance", 95, "10-25M", 96, [
    "300 Fourth Avenue",
    "Pittsburgh",
    "PA",
    "15222",
  ]),
  firm("tidewater", "Tidewater Supply", "LLC", "Manufacturing", 340, ">50M", 58, [
    "9 Dock Road",
    "Norfolk",
    "VA",
    "23510",
  ]),
  firm("junipero", "Junipero Labs", "Inc.", "Technology/Software", 38, "1-5M", 88, [
    "512 Mission Street",
    "San Francisco",
    "CA",
    "94105",
  ]),
  firm("redbarn", "Red Barn Outfitters", "LLC", "E-commerce", 70, "5-10M", 52, [
    "24 Mill Lane",
    "Bozeman",
    "MT",
    "59715",
  ]),
  firm("summitpeak", "Summit Peak Advisors", "LLC", "Professional Services", 28, "1-5M", 110, [
    "1600 Larimer Street",
    "Denver",
    "CO",
    "80202",
  ]),
  firm("bluestem", "Bluestem Robotics", "Inc.", "Manufacturing", 130, "10-25M", 84, [
    "610 Prairie Way",
    "Lincoln",
    "NE",
    "68508",
  ]),
  firm("lakeshore", "Lakeshore Learning Systems", "Inc.", "SaaS", 85, "5-10M", 71, [
    "333 Lake Street",
    "Chicago",
    "IL",
    "60606",
  ]),
  firm("ironbridge", "Ironbridge Security", "Corp.", "Technology/Software", 175, "25-50M", 99, [
    "18 Foundry Square",
    "Austin",
    "TX",
    "78701",
  ]),
  firm("meadowbrook", "Meadowbrook Dental Group", "LLC", "Healthcare", 64, "5-10M", 67, [
    "205 Elm Street",
    "Columbus",
    "OH",
    "43215",
  ]),
  firm("saltmarsh", "Saltmarsh Foods", "Inc.", "E-commerce", 55, "5-10M", 49, [
    "71 Harbor Drive",
    "Charleston",
    "SC",
    "29401",
  ]),
  firm("granite", "Granite State Capital", "LLC", "Finance", 42, "5-10M", 118, [
    "14 State Street",
    "Concord",
    "NH",
    "03301",
  ]),
  firm("westgate", "Westgate Facilities", "Corp.", "Professional Services", 260, "25-50M", 55, [
    "4800 Camelback Road",
    "Phoenix",
    "AZ",
    "85018",
  ]),
  firm("fernhill", "Fernhill Biosciences", "Inc.", "Healthcare", 110, "10-25M", 92, [
    "2 Research Park",
    "Durham",
    "NC",
    "27703",
  ]),
  firm("kestrel", "Kestrel Analytics", "Inc.", "SaaS", 33, "1-5M", 86, ["900 Pine Street", "Seattle", "WA", "98101"]),
  firm("maplewood", "Maplewood Home Goods", "LLC", "E-commerce", 48, "5-10M", 51, [
    "15 Maple Avenue",
    "Burlington",
    "VT",
    "05401",
  ]),
  firm("copperfield", "Copperfield Instruments", "Corp.", "Manufacturing", 190, "25-50M", 73, [
    "62 Union Street",
    "Rochester",
    "NY",
    "14604",
  ]),
];

const at = (slug: string): Firm => {
  const found = firms.find((each) => each.slug === slug);
  if (!found) throw new Error(`There is no firm ${slug}`);
  return found;
};

/** Three people per firm, in the order of the firms: requester, decision maker, operator. */
const names: Record<string, [string, string, string][]> = {
  northfield: [
    ["Dana", "Reyes", "VP Revenue Operations"],
    ["Marcus", "Okafor", "Chief Revenue Officer"],
    ["Priya", "Raman", "Sales Operations Manager"],
  ],
  harborlight: [
    ["Elena", "Sorokin", "Head of Marketing"],
    ["Tom", "Ashworth", "CEO"],
    ["Jia", "Lin", "Marketing Operations Lead"],
  ],
  cedarline: [
    ["Owen", "Barlow", "Director of Operations"],
    ["Grace", "Nakamura", "COO"],
    ["Luis", "Ortega", "Dispatch Systems Manager"],
  ],
  brightwell: [
    ["Hannah", "Steele", "VP Growth"],
    ["Samuel", "Adeyemi", "CFO"],
    ["Nina", "Kowalski", "Revenue Cycle Analyst"],
  ],
  oakmont: [
    ["Victor", "Delgado", "Head of Partnerships"],
    ["Ruth", "Feldman", "CEO"],
    ["Ben", "Carver", "RevOps Analyst"],
  ],
  tidewater: [
    ["Carol", "Jensen", "Sales Director"],
    ["Isaac", "Monroe", "President"],
    ["Amy", "Tran", "Customer Service Manager"],
  ],
  junipero: [
    ["Noor", "Haddad", "Founder"],
    ["Felix", "Brandt", "CTO"],
    ["Molly", "Quinn", "Growth Manager"],
  ],
  redbarn: [
    ["Wes", "Calloway", "Head of E-commerce"],
    ["Tessa", "Lindgren", "Owner"],
    ["Diego", "Salazar", "Fulfillment Manager"],
  ],
  summitpeak: [
    ["Allison", "Burke", "Managing Partner"],
    ["Jonah", "Price", "Principal"],
    ["Sofia", "Mendes", "Operations Associate"],
  ],
  bluestem: [
    ["Karl", "Hoffman", "VP Sales"],
    ["Leah", "Goldberg", "COO"],
    ["Andre", "Baptiste", "Sales Engineer"],
  ],
  lakeshore: [
    ["Monica", "Reilly", "Director of Demand Generation"],
    ["Peter", "Vang", "CRO"],
    ["Zoe", "Archer", "CRM Administrator"],
  ],
  ironbridge: [
    ["Rashid", "Karimi", "Head of Sales Development"],
    ["Claire", "Dubois", "CMO"],
    ["Evan", "Stone", "Systems Analyst"],
  ],
  meadowbrook: [
    ["Julia", "Marsh", "Practice Director"],
    ["Henry", "Osei", "CEO"],
    ["Paula", "Nunez", "Intake Manager"],
  ],
  saltmarsh: [
    ["Caleb", "Winters", "Wholesale Manager"],
    ["Irene", "Castellano", "Founder"],
    ["Devin", "Shah", "Operations Coordinator"],
  ],
  granite: [
    ["Margaret", "Doyle", "Managing Director"],
    ["Aaron", "Fisk", "Head of Investor Relations"],
    ["Lily", "Cho", "Associate"],
  ],
  westgate: [
    ["Ray", "Dominguez", "VP Operations"],
    ["Sheila", "Watkins", "President"],
    ["Colin", "Mercer", "Contracts Manager"],
  ],
  fernhill: [
    ["Yasmin", "Farouk", "Director of Commercial Operations"],
    ["Gordon", "Blake", "CEO"],
    ["Kate", "Novak", "Program Manager"],
  ],
  kestrel: [
    ["Theo", "Lambert", "Co-founder"],
    ["Anika", "Patel", "Head of Customer Success"],
    ["Joel", "Rivers", "Account Executive"],
  ],
  maplewood: [
    ["Stacy", "Hobbs", "General Manager"],
    ["Neil", "Pratt", "Owner"],
    ["Bianca", "Moretti", "Marketplace Manager"],
  ],
  copperfield: [
    ["Douglas", "Kerr", "Director of Sales"],
    ["Vera", "Holm", "CFO"],
    ["Miguel", "Santos", "Order Desk Lead"],
  ],
};

export const people: readonly Person[] = Object.entries(names).flatMap(([slug, staff]) =>
  staff.map(([firstName, lastName, role]) => ({ firstName, lastName, role, firm: at(slug) })),
);

/** The example client: VP Revenue Operations at Northfield Analytics. */
export const dana: Person = people[0]!;

export const fullName = ({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`;

/** `northfield.example` */
export const domainOf = ({ slug }: Pick<Firm, "slug">): string => `${slug}.example`;

/** `dana@northfield.example`: the short form of an address in tests. */
export const emailOf = ({ firstName, firm }: Person): string => `${firstName.toLowerCase()}@${domainOf(firm)}`;

export const billToOf = (person: Person) => ({
  name: person.firm.legalName,
  attention: fullName(person),
  street: person.firm.street,
  extra: "",
  city: person.firm.city,
  region: person.firm.region,
  postalCode: person.firm.postalCode,
  country: "US",
});
