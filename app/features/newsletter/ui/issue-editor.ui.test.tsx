import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { IssueDraft } from "../newsletter-terms.ts";
import type { IssueActions } from "./issue-actions.ts";
import { IssueEditor } from "./issue-editor.tsx";

const issue: IssueDraft & { id: string } = {
  id: "0199aaaa-0000-7000-8000-000000000001",
  version: 4,
  subject: "Lead to CRM",
  preview: "Three hours a week",
  body: "## The drawing",
  topic: "drawings",
  audience: "everybody",
  perMinute: 600,
};
const actions: IssueActions = {
  act: async () => {},
  busy: false,
  running: null,
  doneAt: 0,
  refusal: undefined,
};
type Saved = Awaited<ReturnType<Parameters<typeof IssueEditor>[0]["save"]>>;
const saved = (version: number): Saved => ({ ok: true, value: { version } });

function open(
  save: (draft: IssueDraft) => Promise<Saved> = async ({ version }) => saved(version + 1),
  readers = { audience: 3, demoLeftOut: 0 },
) {
  const spy = vi.fn(save);
  const { unmount } = render(
    <IssueEditor
      issue={issue}
      {...readers}
      myEmail="desk@gtmarc.example"
      actions={actions}
      save={spy}
      count={async () => ({ ok: true, value: readers })}
    />,
  );
  return { save: spy, unmount };
}
const subject = () => screen.getByLabelText<HTMLInputElement>("Subject");
const type = (value: string) => fireEvent.change(subject(), { target: { value } });
const closing = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test("leaving before the delay has passed saves the changes", async () => {
  const { save, unmount } = open();
  await act(async () => type("Lead to CRM, drawn"));
  unmount();
  expect(save).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ subject: "Lead to CRM, drawn", version: 4 }));
});

test("closing the tab warns only while there are unsaved changes", async () => {
  vi.useFakeTimers();
  open();
  await act(async () => {});
  expect(closing()).toBe(false);
  await act(async () => type("Lead to CRM, drawn"));
  expect(closing()).toBe(true);
  await act(async () => vi.advanceTimersByTimeAsync(700));
  expect(closing()).toBe(false);
});

test("a change during a slow save waits for its version, so an editor never conflicts with itself", async () => {
  vi.useFakeTimers();
  const answers: ((saved: Saved) => void)[] = [];
  const { save } = open(() => new Promise((resolve) => answers.push(resolve)));
  await act(async () => type("One"));
  await act(async () => vi.advanceTimersByTimeAsync(700));
  await act(async () => type("Two"));
  await act(async () => vi.advanceTimersByTimeAsync(2000));
  expect(save).toHaveBeenCalledOnce();
  await act(async () => answers[0]!(saved(5)));
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ subject: "Two", version: 5 }));
  await act(async () => answers[1]!(saved(6)));
  expect(screen.getByText("Saved")).toBeTruthy();
});

test.each(["Send", "Send a test"])(
  "%s names the missing preview text at its field, which gets the focus",
  async (name) => {
    vi.useFakeTimers();
    open();
    await act(async () => {});
    const preview = screen.getByLabelText<HTMLInputElement>("Preview text");
    await act(async () => fireEvent.change(preview, { target: { value: " " } }));
    await act(async () => vi.advanceTimersByTimeAsync(700));
    expect(screen.queryByText("Enter the preview text.")).toBeNull();
    const button = screen.getByRole<HTMLButtonElement>("button", { name });
    expect(button.disabled).toBe(false);
    await act(async () => fireEvent.click(button));
    expect(screen.getByText("Enter the preview text.")).toBeTruthy();
    expect(document.activeElement).toBe(preview);
    expect(screen.queryByRole("dialog")).toBeNull();
    await act(async () => fireEvent.change(preview, { target: { value: "Three hours" } }));
    expect(screen.queryByText("Enter the preview text.")).toBeNull();
    await act(async () => vi.advanceTimersByTimeAsync(700));
    await act(async () => fireEvent.click(button));
    expect(screen.getByRole("dialog")).toBeTruthy();
  },
);

test.each([
  [{ audience: 0, demoLeftOut: 26 }, "26 matching demo addresses are left out: they receive no email."],
  [{ audience: 0, demoLeftOut: 0 }, "No subscriber matches this topic and audience."],
])("an issue with no recipients shows the reason: %o", async (readers, reason) => {
  open(undefined, readers);
  await act(async () => {});
  expect(screen.getByText(reason)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
});

test.each([
  [3, "less than a minute"],
  [600, "about 1 minute"],
  [1500, "about 3 minutes"],
  [72_000, "about 2 hours"],
])("sending to %i readers at 600 a minute takes %s", async (audience, duration) => {
  open(undefined, { audience, demoLeftOut: 0 });
  await act(async () => {});
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText(/a minute:/).textContent).toContain(`at 600 a minute: ${duration}. You can`);
});
