import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Button, ButtonLink, IconButton } from "#app/ui/buttons/button.tsx";
import { Chip, ChipLink } from "#app/ui/buttons/chip.tsx";
import { Dialog, DialogShell } from "#app/ui/dialogs/dialog.tsx";
import { SaveState } from "#app/ui/drafts/save-state.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { Dimension } from "#app/ui/drawings/dimension.tsx";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { Hatch } from "#app/ui/drawings/hatch.tsx";
import { RangeBar } from "#app/ui/drawings/range-bar.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { ProgressSteps } from "#app/ui/feedback/progress-steps.tsx";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import { ToastHost } from "#app/ui/feedback/toast.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import { Breadcrumb } from "#app/ui/frames/breadcrumb.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { SiteFooter } from "#app/ui/frames/site-footer.tsx";
import { SiteHeader } from "#app/ui/frames/site-header.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import { Accordion } from "#app/ui/sections/accordion.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import { TabLinks, Tabs } from "#app/ui/sections/tabs.tsx";
import { HeroArc, QuarterHour } from "./drawings/arc.tsx";

const html = (element: React.ReactElement) => renderToStaticMarkup(element);
const signOut = (className: string | undefined) => (
  <button type="submit" className={className}>
    Sign out
  </button>
);
const header = (account: React.ComponentProps<typeof SiteHeader>["account"], current = "/") =>
  html(<SiteHeader current={current} cta="/start" newsletter={{ "data-send": "x" }} account={account} />);
const heroArc = (
  <HeroArc
    label="A line drawing"
    stages={[
      { name: "One", code: "M-01" },
      { name: "Two", code: "M-02" },
    ]}
    inner={["Three"]}
    measure={{ name: "First reply", value: "4 min" }}
    center="Center"
    base="Base"
  />
);

test("no part of the design system writes a style attribute or an inline script", () => {
  const everything = html(
    <>
      <SiteHeader current="/" cta="/start" newsletter={{}} account={{ label: "Dana", isAdmin: true, signOut }} />
      <AppHeader title="Northfield" account={{ label: "Dana", isAdmin: false, signOut }}>
        <SaveState status="saved" at="10:42" />
      </AppHeader>
      <ProgressSteps
        steps={[
          { label: "Team", state: "done" },
          { label: "Tools", state: "now", share: 0.4 },
        ]}
      />
      <PageHead title="Title" lede="Lede" tag="A-01" above={<Breadcrumb crumbs={[{ label: "Home", href: "/" }]} />} />
      <Section tag="Fig. 02" title="Heading" aside={<p>Aside</p>} surface="sheet" />
      <BlueprintBand art={<QuarterHour />}>{heroArc}</BlueprintBand>
      <QuarterHour shape="tall" />
      <Badge kind="positive" icon="check">
        Live
      </Badge>
      <DrawingNumber>S-03</DrawingNumber>
      <Hatch pattern="cross" />
      <RangeBar low={1} expected={2} high={3} to={4} label="Range" ends={["1", "3"]} />
      <Dimension>10 minutes</Dimension>
      <Accordion name="faq" items={[{ title: "Q", body: <p>A</p> }]} />
      <Tabs label="Parts" items={[{ key: "a", label: "A" }]} current="a" onCurrent={() => {}}>
        Panel
      </Tabs>
      <TabLinks label="Pages" items={[{ href: "/a", label: "A" }]} current="/a" />
      <Table caption="Rows" rows={[1]} rowKey={String} columns={[{ label: "Number", numeric: true, cell: (n) => n }]} />
      <Empty title="Nothing yet" action={<Button>Start</Button>} />
      <Notice kind="critical" live>
        No.
      </Notice>
      <ErrorSummary
        fields={[
          { id: "a", label: "A" },
          { id: "b", label: "B" },
        ]}
      />
      <Chip pressed>All</Chip>
      <ChipLink current href="/x">
        One
      </ChipLink>
      <IconButton icon="share" label="Share" />
      <DialogShell id="d" title="Dialog">
        Body
      </DialogShell>
      <ToastHost toast={{ id: 1, kind: "error", title: "Failed", text: "Try again." }} onGone={() => {}} />
      <ScreenMessage code="404" title="Not here" action={{ href: "/", label: "Home" }} />
      <SiteFooter year={2026} block={["Sheet A-01"]} socialUrls={["https://www.linkedin.com/company/gtmarc"]} />
    </>,
  );
  expect(everything).not.toMatch(/\sstyle=/);
  expect(everything).not.toMatch(/<script|<style|\son\w+=/);
});

test("the header has the specified links, buttons and menu", () => {
  const markup = header(null);
  for (const label of ["Home", "Automation Grid", "Our Approach", "Our Story", "Sign In", "Get Your GTMarc"])
    expect(markup).toMatch(new RegExp(`<a[^>]*>(<span[^>]*>)?(<span[^>]*>\\d</span>)?${label}(</span>)?</a>`));
  for (const label of ["Automation Blueprint", "Training &amp; Certification", "Downloads", "Pricing"])
    expect(markup).toContain(`>${label}</a>`);
  expect(markup).toContain("GTMarc Platform");
  expect(markup).toMatch(/<button type="button" data-send="x"[^>]*>Newsletter<\/button>/);
  expect(markup).not.toContain("My Account");
});

test("the link of the current page is marked, and so is its menu", () => {
  expect(header(null, "/about").match(/href="\/about" aria-current="page"/g)).toHaveLength(2);
  expect(header(null, "/pricing")).toMatch(/href="\/pricing" aria-current="page"/);
  expect(header(null, "/nowhere")).not.toContain("aria-current");
});

test("signed in, the account menu replaces Sign In; only admins see the dashboard", () => {
  const user = header({ label: "Dana", isAdmin: false, signOut });
  expect(user).not.toContain("Sign In");
  for (const words of ["Dana", "My Account", "Account Settings", "Sign out"]) expect(user).toContain(words);
  expect(user).not.toContain("Admin Dashboard");
  expect(header({ label: "Dana", isAdmin: true, signOut })).toContain("Admin Dashboard");
});

test("menu and drawer open without scripts", () => {
  const markup = header(null);
  expect(markup).toContain('popoverTarget="site-drawer"');
  expect(markup).toContain('id="site-drawer"');
  expect(markup).toContain('popover="auto"');
  expect(markup).toContain('<details name="site-menu"');
});

test("the footer has its three columns, and a social link only when there is an address", () => {
  const bare = html(<SiteFooter year={2026} block={[]} />);
  for (const title of ["Explore", "Start Your Blueprint", "Legal"]) expect(bare).toContain(`>${title}</h2>`);
  expect(bare).not.toContain("noopener");
  expect(html(<SiteFooter year={2026} block={[]} socialUrls={["https://www.linkedin.com/company/x"]} />)).toContain(
    "LinkedIn",
  );
  expect(html(<SiteFooter year={2026} block={[]} socialUrls={["https://social.example/x"]} />)).toContain(
    "social.example",
  );
});

test("a busy button announces it, keeps both texts and is disabled without losing focus", () => {
  const markup = html(
    <Button type="submit" busy busyText="Submitting...">
      Submit Registration
    </Button>,
  );
  expect(markup).toContain('type="submit"');
  expect(markup).toContain('aria-disabled="true"');
  expect(markup).toContain('aria-live="polite"');
  expect(markup).not.toMatch(/\sdisabled/);
  expect(markup).toContain("Submit Registration");
  expect(markup).toContain("Submitting...");
});

test("a button does not submit a form unless its type says so", () => {
  expect(html(<Button>Cancel</Button>)).toContain('type="button"');
  expect(html(<ButtonLink href="/x">Go</ButtonLink>)).toMatch(/^<a href="\/x"/);
});

test("one invalid field needs no summary; two are linked by their labels", () => {
  expect(html(<ErrorSummary fields={[{ id: "email", label: "Email" }]} />)).toBe("");
  const two = html(
    <ErrorSummary
      fields={[
        { id: "email", label: "Email" },
        { id: "name", label: "Company Name" },
      ]}
    />,
  );
  expect(two).toContain("2 fields need attention");
  expect(two).toContain('<a href="#email">Email</a>');
  expect(two).toContain('tabindex="-1"');
});

test("a dialog shell is closed, titled and closes without scripts", () => {
  const markup = html(
    <DialogShell id="newsletter" title="Stay Connected">
      Body
    </DialogShell>,
  );
  expect(markup).toMatch(/^<dialog id="newsletter"[^>]*closedby="any"/);
  expect(markup).not.toMatch(/<dialog[^>]*\sopen/);
  const titleId = /aria-labelledby="([^"]+)"/.exec(markup)![1];
  expect(markup).toContain(`id="${titleId}">Stay Connected</h2>`);
  expect(markup).toMatch(/<form[^>]* method="dialog"[^>]*><button type="submit"[^>]*aria-label="Close"/);
});

test("a locked dialog cannot be closed by the user", () => {
  const markup = html(
    <Dialog open={false} onClose={() => {}} title="Register for Training" locked>
      Body
    </Dialog>,
  );
  expect(markup).toContain('closedby="none"');
  expect(markup).toMatch(/<button[^>]*disabled=""[^>]*aria-label="Close"/);
  expect(markup).not.toContain("Body");
});

test("questions of one accordion open one at a time", () => {
  const markup = html(
    <Accordion
      name="value"
      items={[
        { id: "a", title: "A", body: "1", open: true },
        { title: "B", body: "2" },
      ]}
    />,
  );
  expect(markup.match(/<details[^>]*name="value"/g)).toHaveLength(2);
  expect(markup.match(/<details[^>]*open=""/g)).toHaveLength(1);
});

test("a stacked table keeps its labels and its roles", () => {
  const markup = html(
    <Table
      caption="Assumptions"
      rows={[{ name: "Rate", value: 62 }]}
      rowKey={({ name }) => name}
      columns={[
        { label: "Assumption", heads: true, sorted: "ascending", cell: ({ name }) => name },
        { label: "Value", cell: ({ value }) => value },
      ]}
    />,
  );
  expect(markup).toContain('role="table"');
  expect(markup).toContain('aria-sort="ascending"');
  expect(markup).toMatch(/<th scope="row" role="rowheader"[^>]*>Rate<\/th>/);
  expect(markup).toMatch(/<td role="cell" data-label="Value"/);
});

test("errors are alerts, everything else is in the status region", () => {
  const failed = html(
    <ToastHost toast={{ id: 1, kind: "error", title: "Signup Failed", text: "No." }} onGone={() => {}} />,
  );
  expect(failed).toMatch(/role="status"><\/div><div role="alert">/);
  const done = html(<ToastHost toast={{ id: 2, kind: "done", text: "Yes." }} onGone={() => {}} />);
  expect(done).toMatch(/role="status"><div/);
  expect(done).not.toContain('role="alert"');
  expect(html(<ToastHost toast={null} onGone={() => {}} />)).toContain('role="status"></div>');
});

test("a range is drawn inside its scale and has a text alternative", () => {
  const markup = html(<RangeBar low={25} expected={50} high={200} from={0} to={100} label="Low, expected, high" />);
  expect(markup).toContain('aria-label="Low, expected, high"');
  expect(markup).toMatch(/x="25%" y="10" width="75%"/);
  expect(markup).toMatch(/x="50%" y="1" width="3"/);
});

test("the current step is announced, earlier steps can be links", () => {
  const markup = html(
    <ProgressSteps
      steps={[
        { label: "Your team", state: "done", href: "/1", note: "Done" },
        { label: "Your tools", state: "now", share: 0.62 },
        { label: "Your time", state: "next" },
      ]}
    />,
  );
  expect(markup.match(/aria-current="step"/g)).toHaveLength(1);
  expect(markup).toContain('<a href="/1">Your team</a>');
  expect(markup).toContain('<rect width="62%"');
});

test("a message screen is the page's main with its h1, or is inside an existing main", () => {
  const screen = html(<ScreenMessage code="404" title="Oops! Page not found" action={{ href: "/", label: "Home" }} />);
  expect(screen).toMatch(/^<main id="main"/);
  expect(screen.match(/<h1/g)).toHaveLength(1);
  expect(html(<ScreenMessage inside title="Access Required" />)).toMatch(/^<div/);
});
