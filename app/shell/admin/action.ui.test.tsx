import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Link, Outlet, RouterProvider, useLoaderData } from "react-router";
import { expect, test } from "vitest";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { useAdminAction } from "./action.tsx";
import { CarriedToast } from "./carried-toast.tsx";

function Delivery() {
  const { act, toast } = useAdminAction<"replay">();
  return (
    <>
      <h1>Delivery {useLoaderData<string>()}</h1>
      <button type="button" onClick={() => void act({ intent: "replay" })}>
        Send again
      </button>
      {toast}
    </>
  );
}

const Nothing = () => null;

test("an action opens its next page, also when the router fetches that page's route during the reload", async () => {
  const { promise: hasAsked, resolve: asked } = Promise.withResolvers<void>();
  const { promise: hasReloaded, resolve: reloaded } = Promise.withResolvers<void>();
  let loads = 0;
  const route = {
    ...{ id: "delivery", path: "/deliveries/:id", Component: Delivery, HydrateFallback: Nothing },
    action: async () => ({ at: 1, ok: true, text: "Sent again.", go: "/deliveries/2" }),
    loader: async ({ params }: { params: Record<string, string | undefined> }) => {
      if (params["id"] === "1" && ++loads === 2) await Promise.race([hasAsked, hasReloaded]);
      return params["id"];
    },
  };
  const router = createMemoryRouter([route], {
    initialEntries: ["/deliveries/1"],
    // Parameter routes could be shadowed by static ones, so the router fetches the manifest before each navigation to one.
    patchRoutesOnNavigation: async ({ path }) => {
      if (path !== "/deliveries/2") return;
      asked();
      await hasReloaded;
    },
  });
  render(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByRole("button", { name: "Send again" }));
  await waitFor(() => expect([...router.state.fetchers.values()][0]?.state).toBe("loading"));
  reloaded();
  expect(await screen.findByRole("heading", { name: "Delivery 2" })).toBeTruthy();
});

test("the message of an action that leaves its page is shown once, on the page that it opens", async () => {
  const route = {
    element: (
      <>
        <Outlet />
        <CarriedToast />
      </>
    ),
    children: [
      { path: "/", Component: Start, action: () => ({ at: 1, ok: true, text: "Dana was deleted.", go: "/list" }) },
      { path: "/list", element: <Link to="/">Back</Link> },
    ],
  };
  render(<RouterProvider router={createMemoryRouter([route])} />);
  fireEvent.click(screen.getByRole("button", { name: "Start" }));
  const back = await screen.findByRole("link", { name: "Back" });
  expect(await screen.findAllByText("Dana was deleted.")).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  fireEvent.click(back);
  await screen.findByRole("button", { name: "Start" });
  expect(screen.queryByText("Dana was deleted.")).toBeNull();
});

function Start() {
  const { act, doneAt, toast } = useAdminAction<"start">();
  return (
    <>
      <button type="button" onClick={() => void act({ intent: "start" })}>
        {doneAt ? "Started" : "Start"}
      </button>
      {toast}
    </>
  );
}

test("an action without a text shows no toast, because the page itself shows the result", async () => {
  const route = { path: "/", Component: Start, action: () => ({ at: 1, ok: true, text: "" }) };
  render(<RouterProvider router={createMemoryRouter([route])} />);
  fireEvent.click(screen.getByRole("button", { name: "Start" }));
  expect(await screen.findByRole("button", { name: "Started" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
});

function Form({ showsRefusal }: { showsRefusal: boolean }) {
  const { act, toast, refusal } = useAdminAction<"save">();
  return (
    <main>
      <button type="button" onClick={() => void act({ intent: "save" })}>
        Save
      </button>
      {showsRefusal && <FormFailure text={refusal} />}
      {toast}
    </main>
  );
}

test.each([true, false])("a refusal is shown once: in the form %s, or else as a toast", async (showsRefusal) => {
  const action = () => ({ at: Date.now(), ok: false, message: "No connection." });
  const route = { path: "/", element: <Form showsRefusal={showsRefusal} />, action };
  render(<RouterProvider router={createMemoryRouter([route])} />);
  for (const _ of [1, 2]) {
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("No connection.");
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    expect(screen.queryAllByRole("button", { name: "Dismiss" })).toHaveLength(showsRefusal ? 0 : 1);
  }
});

function Connect() {
  const { act, busy, refusal } = useAdminAction<"connect">();
  return (
    <>
      <FormFailure text={refusal} />
      <button type="button" aria-busy={busy} onClick={() => void act({ intent: "connect" })}>
        Connect
      </button>
    </>
  );
}

test("a refused form can be corrected at once, also while the page is still loaded again", async () => {
  const { promise: isReloaded, resolve: reload } = Promise.withResolvers<void>();
  let loads = 0;
  const route = {
    ...{ path: "/", Component: Connect, HydrateFallback: Nothing },
    action: async () => ({ at: 1, ok: false, message: "The server refused the password." }),
    loader: async () => (loads++ > 0 ? await isReloaded : null) ?? null,
  };
  const router = createMemoryRouter([route]);
  render(<RouterProvider router={router} />);
  const button = await screen.findByRole("button", { name: "Connect" });
  fireEvent.click(button);
  await screen.findByText("The server refused the password.");
  expect(router.state.fetchers.values().next().value?.state).toBe("loading");
  expect(button.getAttribute("aria-busy")).toBe("false");
  reload();
});
