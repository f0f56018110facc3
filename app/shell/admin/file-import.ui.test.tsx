import { fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { ImportUpload } from "./file-import.tsx";

test("an upload without a file asks for one, and an empty file is refused as empty", async () => {
  const upload = (
    <ImportUpload
      {...{ label: "CSV file", hint: "", accept: ".csv", contentType: "text/csv", endpoint: "/upload", maxBytes: 9 }}
      {...{ missing: "Choose a CSV file.", tooLarge: "Too large.", pageOf: () => "/" }}
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: upload }])} />);
  const send = () => fireEvent.click(screen.getByRole("button", { name: /^Upload file/ }));
  send();
  expect(await screen.findByText("Choose a CSV file.")).toBeTruthy();
  const field = screen.getByLabelText("CSV file");
  fireEvent.change(field, { target: { files: [new File([], "empty.csv", { type: "text/csv" })] } });
  send();
  expect(await screen.findByText("The file is empty. Choose another one.")).toBeTruthy();
});
