import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CheckCards, RadioCards } from "./choice-cards.tsx";
import { CodeField } from "./code-field.tsx";
import { CheckField, NumberField, PasswordField, SelectField, TextArea, TextField } from "./field.tsx";

const html = (element: React.ReactElement) => renderToStaticMarkup(element);
const attribute = (markup: string, tag: string, name: string) =>
  new RegExp(`<${tag}[^>]*\\s${name}="([^"]*)"`).exec(markup)?.[1];

test("the label has exactly its text and belongs to the control", () => {
  const markup = html(<TextField label="Company Website" optional aside={<a href="/x">Why?</a>} name="website" />);
  expect(markup).toContain(`<label for="${attribute(markup, "input", "id")}">Company Website</label>`);
  expect(markup).toContain("Optional");
});

test("a field without hint or error is neither invalid nor described", () => {
  const markup = html(<TextField label="Email" />);
  expect(markup).not.toContain("aria-invalid");
  expect(markup).not.toContain("aria-describedby");
});

test("error and hint describe the control, the error first, and mark it invalid", () => {
  const markup = html(<TextField id="email" label="Email" hint="For your code." error="Email is required" />);
  expect(attribute(markup, "input", "aria-invalid")).toBe("true");
  expect(attribute(markup, "input", "aria-describedby")).toBe("email-error email-hint");
  expect(markup).toMatch(/id="email-error"[^>]*>.*Email is required<\/p>/);
  expect(markup).toMatch(/id="email-hint"[^>]*>For your code\.<\/p>/);
});

test("properties of a form library reach the native element", () => {
  const markup = html(<TextArea label="Notes" name="notes" maxLength={500} required />);
  expect(attribute(markup, "textarea", "name")).toBe("notes");
  expect(attribute(markup, "textarea", "maxLength")).toBe("500");
  expect(markup).toContain("required");
});

test("the unit of a number describes it and stays out of its name", () => {
  const markup = html(<NumberField id="rate" label="Estimated Loaded Cost per Hour (USD)" unit="per hour" sign="$" />);
  const unitId = attribute(markup, "input", "aria-describedby");
  expect(markup).toMatch(new RegExp(`<span[^>]*id="${unitId}"[^>]*>per hour</span>`));
  expect(attribute(markup, "input", "inputMode")).toBe("decimal");
});

test("a password starts hidden, and its button is not named after it", () => {
  const markup = html(<PasswordField label="Password" autoComplete="current-password" />);
  expect(attribute(markup, "input", "type")).toBe("password");
  expect(attribute(markup, "input", "autoComplete")).toBe("current-password");
  expect(markup).toMatch(/<button type="button"[^>]*>Show<\/button>/);
  expect(markup).not.toMatch(/aria-label="[^"]*password/i);
});

test("a select offers its options, with an empty one first when asked", () => {
  const markup = html(
    <SelectField
      label="Industry"
      placeholder="Choose"
      options={["SaaS", { value: "fin", label: "Finance" }]}
      defaultValue="fin"
    />,
  );
  expect(markup.match(/<option/g)).toHaveLength(3);
  expect(markup).toContain('<option value="fin" selected="">Finance</option>');
});

test("a checkbox is named by its label", () => {
  const markup = html(
    <CheckField
      id="terms"
      label={
        <>
          I accept the <a href="/t">terms</a>
        </>
      }
      error="Please accept the terms."
    />,
  );
  expect(markup).toMatch(
    /<label[^>]*><input type="checkbox" id="terms" aria-invalid="true" aria-describedby="terms-error"/,
  );
});

test("radio cards share a name, start at the given value and are named by their legend", () => {
  const options = [
    { value: "guided", label: "Guided blueprint", text: "Three steps." },
    { value: "quick", label: "Quick start" },
  ];
  const markup = html(<RadioCards legend="How to begin" name="mode" options={options} defaultValue="quick" />);
  expect(markup).toMatch(/<fieldset[^>]*><legend[^>]*>How to begin<\/legend>/);
  expect(markup.match(/type="radio"/g)).toHaveLength(2);
  expect(markup.match(/name="mode"/g)).toHaveLength(2);
  expect(markup).toMatch(/<input[^>]*checked=""[^>]*value="quick"/);
  expect(markup.match(/checked=""/g)).toHaveLength(1);
});

test("check cards show exactly the chosen values", () => {
  const options = ["HubSpot", "Gong", "Zoho"].map((value) => ({ value, label: value }));
  const markup = html(<CheckCards legend="Tools" options={options} value={["HubSpot", "Zoho"]} onChange={() => {}} />);
  expect(markup.match(/checked=""/g)).toHaveLength(2);
});

test("a code has one input for all its digits, under the caller's label", () => {
  const markup = html(
    <CodeField
      label="Verification Code"
      value="407"
      onValue={() => {}}
      error="Invalid verification code. Please try again."
    />,
  );
  expect(markup.match(/<input/g)).toHaveLength(1);
  expect(markup).toContain(`<label for="${attribute(markup, "input", "id")}">Verification Code</label>`);
  expect(attribute(markup, "input", "autoComplete")).toBe("one-time-code");
  expect(attribute(markup, "input", "value")).toBe("407");
  expect(attribute(markup, "input", "aria-invalid")).toBe("true");
});
