import type { FullBlueprintContent } from "#app/features/full-blueprint/full-blueprint.ts";

export const drawings = (firm: string): FullBlueprintContent => ({
  summary: `${firm} enters leads by hand in two systems. We connect the form to the CRM first, because every later step reads from it. The second automation reports the pipeline each Monday without anyone preparing it.`,
  sections: [
    {
      id: "lead-to-crm",
      title: "Lead to CRM",
      body: "Every form submission becomes a contact with an owner within one minute. Duplicates are found by email address.\n\n- Test with ten real leads before the form goes live\n- Keep the old process for one week as a fallback",
      diagram:
        "Typeform: form is submitted\n? HubSpot: is the contact new? -> update the contact\nHubSpot: create the contact with an owner\nSlack: notify the owner",
      automation: null,
    },
    {
      id: "weekly-report",
      title: "Weekly pipeline report",
      body: "The report is generated on Monday at 7:00 from the CRM. It replaces the spreadsheet that two people fill in today.",
      diagram: "HubSpot: Monday at 7:00\nGoogle Sheets: write the open deals\nSlack: post the report",
      automation: null,
    },
  ],
  tasks: [
    { id: "crm-access", title: "Give the architect access to the CRM", owner: "Sales operations", week: 1 },
    { id: "field-list", title: "Agree on the required fields", owner: "Marketing and sales", week: 1 },
    { id: "parallel-week", title: "Run both processes side by side", owner: "Sales operations", week: 3 },
  ],
});
