import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { findTool } from "#app/features/content/tools/tools.ts";
import {
  activityLabels,
  focusLabels,
  frequencyLabels,
  outcomeLabels,
  revenueBandLabels,
} from "#app/features/roi/inputs/input-labels.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { choose, fill, firefoxPath, openFirefox, press, reaches, shows, tick } from "./firefox-page.ts";
import { test } from "./journey.ts";
import { accessCodeIn, linkIn, waitForMail } from "./mailbox.ts";
import { newPerson } from "./people.ts";
import { site } from "./site.ts";

const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: ModelInput }
>;
const firm = Object.values(vectors)[0]!.input;
const firefox = firefoxPath();

test("in Firefox: from the first page to an analysis and a booked call, without an error or a policy report", async () => {
  test.skip(!firefox, "No Firefox is installed; on Debian: apt-get install firefox-esr. Or set FIREFOX_PATH.");
  const { browser, page, complaints } = await openFirefox(firefox!);
  try {
    const dana = newPerson("firefox");
    // Firefox reports files that still load when a page is left as errors, and a frame's as the next page's failure.
    const go = (path: string) => page.goto(site().url + path, { waitUntil: ["load", "networkidle0"] });

    await test.step("creates an account, verifies the address, signs in", async () => {
      await go("/");
      await go("/auth?tab=signup");
      await fill(page, "Email", dana.email);
      await fill(page, "Password", dana.password);
      await fill(page, "Confirm Password", dana.password);
      await press(page, "Sign Up");
      await shows(page, "Account created successfully!");
      await page.goto(linkIn(await waitForMail(dana.email, /verify/i), "/auth/verify"));
      await press(page, "Verify");
      await reaches(page, /\/auth(\?|$)/);
      await fill(page, "Email", dana.email);
      await fill(page, "Password", dana.password);
      await press(page, "Sign In");
      await expect.poll(() => page.url()).not.toMatch(/\/auth/);
    });

    await test.step("requests access in the dialog and enters the code", async () => {
      await go("/automation-blueprint-gtmarc");
      await press(page, "Start Your Free Analysis");
      await fill(page, "Email", dana.email);
      await fill(page, "Company Name", "Northfield Analytics");
      await press(page, "Request Access");
      await shows(page, "Your request is in");
      const mail = await waitForMail(dana.email, /access code/i);
      await go("/verify-access");
      await fill(page, "Access Code", accessCodeIn(mail));
      await press(page, "Validate Code");
      await reaches(page, /\/blueprint\/wizard\/mode/);
    });

    await test.step("answers the wizard", async () => {
      const { company } = firm;
      await press(page, "Start guided blueprint");
      await reaches(page, /\/wizard\/profile/);
      await fill(page, "Company Name", "Northfield Analytics");
      await fill(page, "Employees", String(company.employees));
      await choose(page, "Annual Revenue", revenueBandLabels[company.revenueBand]);
      await choose(page, "Industry", company.industry);
      await choose(page, "Focus Area", focusLabels[company.focus]);
      await choose(page, "Top Outcome", outcomeLabels[company.topOutcome]);
      await fill(page, "Estimated Loaded Cost per Hour (USD)", String(company.hourlyCost));
      await press(page, "Continue");
      await reaches(page, /tech-stack/);
      for (const { id } of firm.stack) await tick(page, findTool(id)!.name);
      await press(page, "Continue");
      await reaches(page, /processes/);
      for (const [index, process] of firm.processes.entries()) {
        if (index > 0) await press(page, "Add a process");
        await fill(page, "Process Name", process.name, index);
        await choose(page, "Area", focusLabels[process.area], index);
        await choose(page, "Activity", activityLabels[process.activity], index);
        await fill(page, "Hours per Person per Week", String(process.hours), index);
        await fill(page, "People", String(process.people), index);
        await choose(page, "Frequency", frequencyLabels[process.frequency], index);
        await choose(page, "Pain", String(process.pain), index);
      }
      await press(page, "Generate Analysis");
      await reaches(page, /\/blueprint\/[0-9a-f-]{36}$/);
    });

    await test.step("books the strategy call", async () => {
      await press(page, /Book a strategy session/);
      await reaches(page, /\/schedule\/strategy-session/);
      await press(page, /^\d{1,2}:\d\d [AP]M/);
      await fill(page, "Name", "Dana Whitlock");
      await fill(page, "Email", dana.email);
      await press(page, "Schedule Event");
      await reaches(page, /\/strategy-session-confirmed/);
      await waitForMail(dana.email, /strategy session/i);
    });

    await test.step("reads the public pages while signed in", async () => {
      for (const path of ["/about", "/contact", "/pricing", "/automation-grid", "/account", "/sample-analysis"])
        await go(path);
    });
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
