import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { MailReplies } from "./mail-replies.tsx";

const reply = {
  ...{ id: "one", kind: "reply" as const, reason: null, fromAddress: "dana@northfield.example", fromName: "Dana" },
  ...{ isFromRecipient: true, subject: "Re: A question", at: new Date("2026-03-02T15:00:00Z"), originalId: "original" },
  text: "Hi, see below.\n\nOn 11/27/26 10:00, GTMarc wrote:\n> How many people do it?\n\nAbout twelve people.",
};

test("quotes are folded, the person's words are not, and the original is a download", () => {
  render(<MailReplies replies={[reply]} />, { wrapper: InNewYork });
  expect(screen.getByText("How many people do it?").closest("details")?.open).toBe(false);
  expect(screen.getByText("How many people do it?").closest("blockquote")).toBeTruthy();
  const words = screen.getByText("About twelve people.");
  expect(words.closest("details, blockquote")).toBeNull();
  expect(words.dir).toBe("auto");
  expect(words.closest("li")?.id).toBe("reply-one");
  const link = screen.getByRole("link", { name: "Download the original" });
  expect(link.getAttribute("href")).toBe("/api/admin/mail/originals/original");
  expect(link.hasAttribute("download")).toBe(true);
});

test("without text and original the reply says so", () => {
  render(<MailReplies replies={[{ ...reply, text: "", originalId: null }]} />, { wrapper: InNewYork });
  expect(screen.getByText("The reply has no text.")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
