import { expect, test } from "vitest";
import { ProfileChange, ProfileForm } from "./profile-fields.ts";

const profile = {
  first_name: "Dana",
  last_name: "Whitlock",
  company_name: "Northfield",
  title: "",
  focus_area: "",
  top_outcome: "",
  industry: "",
};
const read = (estimated_loaded_cost_per_hour: string) => {
  const parsed = ProfileForm.safeParse({ ...profile, estimated_loaded_cost_per_hour });
  return parsed.success ? parsed.data.estimated_loaded_cost_per_hour : parsed.error.issues[0]?.message;
};

test.each([
  ["25,5", 25.5],
  ["$80", 80],
  ["75.5551", 75.56],
  ["62.50", 62.5],
  ["1,200", "Must be between 25 and 500"],
  ["", "Must be between 25 and 500"],
  ["75.555", "75.555 can mean 75,555 or 75.56. Enter 75555 or 75.5550."],
])("the rate %j is read as %j", (typed, value) => expect(read(typed)).toBe(value));

test.each(["Company", " company "])(
  "the placeholder company %j is an error at its field, because it is not saved",
  (name) => {
    const parsed = ProfileForm.safeParse({ ...profile, company_name: name, estimated_loaded_cost_per_hour: "80" });
    expect(parsed.error?.issues).toMatchObject([
      { path: ["company_name"], message: "Enter the name of your company. The word alone is not saved." },
    ]);
  },
);

test("the rate has the decimals that are stored", () => {
  for (const [sent, stored] of [
    [75.555, 75.56],
    [26.005, 26.01],
    [499.994, 499.99],
    [80, 80],
  ] as const)
    expect(
      ProfileChange.parse({ ...profile, estimated_loaded_cost_per_hour: sent }).estimated_loaded_cost_per_hour,
    ).toBe(stored);
});
