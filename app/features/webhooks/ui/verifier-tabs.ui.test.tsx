import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { placeholderSecret } from "../verifying/verifiers.ts";
import { VerifierTabs } from "./verifier-tabs.tsx";

afterEach(() => vi.restoreAllMocks());

test.each([null, "the-secret-of-the-endpoint"])(
  "the workflow for n8n is downloaded with the secret %s",
  async (secret) => {
    const files: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
      files.push(file as Blob);
      return "blob:workflow";
    });
    render(<VerifierTabs secret={secret} sample="{}" fill={null} />);
    fireEvent.click(screen.getByRole("tab", { name: "n8n" }));
    fireEvent.click(screen.getByRole("button", { name: "Download workflow" }));
    const [file, ...others] = files;
    expect(others).toEqual([]);
    const workflow = await file!.text();
    expect(JSON.parse(workflow)).toMatchObject({ active: false, name: "GTMarc: post new analyses to a channel" });
    expect(workflow.includes(placeholderSecret)).toBe(secret === null);
    if (secret) expect(workflow).toContain(secret);
  },
);

test("other tools have no workflow", () => {
  render(<VerifierTabs secret={null} sample="{}" fill={null} />);
  fireEvent.click(screen.getByRole("tab", { name: "Python" }));
  expect(screen.queryByRole("button", { name: "Download workflow" })).toBeNull();
});
