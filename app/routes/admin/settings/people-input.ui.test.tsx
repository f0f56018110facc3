import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { SettingField } from "#app/features/settings/setting-pages.server.ts";
import { PeopleInput } from "./people-input.tsx";
import { cropOf } from "./portrait-crop.tsx";
import { changeOf } from "./setting-edits.ts";

const field: SettingField = {
  ...{ name: "people.architects", label: "People", help: "Help.", kind: "people", choices: [], preset: "" },
  ...{ value: "Dana;Architect;0123456789ab.jpg|Sam;Engineer", source: "database", lockedBy: null },
  ...{ secret: false, problem: null, example: "" },
};

let sent = "";
const onEdit = (text: string) => {
  sent = text;
};

function Page({ onText }: { onText: (text: string) => void }) {
  const [text, setText] = useState((field.value ?? "").replaceAll("|", "\n"));
  const edit = (changed: string) => {
    setText(changed);
    onText(changed);
  };
  return <PeopleInput field={field} text={text} error={undefined} hint="" onEdit={(one) => edit(one.text!)} />;
}

test("people are edited as rows, and a portrait that is not changed is sent by its name", () => {
  const { container } = render(<Page onText={onEdit} />);
  expect(container.querySelector("img")?.getAttribute("src")).toBe("/people/0123456789ab.jpg");
  fireEvent.change(screen.getByLabelText("People 1: role"), { target: { value: "Principal; architect|" } });
  fireEvent.click(screen.getByRole("button", { name: "Remove Sam" }));
  fireEvent.click(screen.getByRole("button", { name: "Add a person" }));
  expect(document.activeElement).toBe(screen.getByLabelText("People 2: name"));
  fireEvent.change(screen.getByLabelText("People 2: name"), { target: { value: "Ada" } });
  fireEvent.change(screen.getByLabelText("People 2: role"), { target: { value: "Advisor" } });
  expect(changeOf(field, { text: sent })).toEqual([
    { name: "people.architects", value: "Dana;Principal architect;0123456789ab.jpg|Ada;Advisor" },
  ]);
});

test("a crop is the largest square, smaller by zoom, and stays inside the photo", () => {
  const photo = { width: 1200, height: 800 };
  expect(cropOf(photo, { zoom: 100, x: 50, y: 50 })).toEqual({ left: 200, top: 0, size: 800 });
  expect(cropOf(photo, { zoom: 200, x: 0, y: 100 })).toEqual({ left: 0, top: 400, size: 400 });
  for (const zoom of [1, 100, 400])
    for (const place of [0, 100]) {
      const { left, top, size } = cropOf(photo, { zoom, x: place, y: place });
      expect(left >= 0 && top >= 0 && left + size <= 1200 && top + size <= 800).toBe(true);
    }
});
