import type { AutomationStory } from "../automation-story-schema.ts";

export const revenueStories: readonly AutomationStory[] = [
  {
    id: "S-01",
    icon: "download",
    fullDescription:
      "Leads arrive by website form, ad form and event list, and someone copies them into the CRM when there is time. This automation takes each one the moment it comes in, checks the address, looks for an existing person and company, and writes one record with source, campaign, consent and owner. Unclear leads go to a short list for a person to review; none is lost or guessed.",
    tools: ["Typeform", "Zapier", "HubSpot", "Slack"],
    businessImpact: [
      { measure: "1 min", meaning: "expected from form submission to a CRM record with an owner", origin: "target" },
      { measure: "6-8 min", meaning: "of typing and correcting could be saved on every lead", origin: "estimate" },
      {
        measure: "100%",
        meaning: "of new leads with a source, because a record without one is held for review",
        origin: "setting",
      },
    ],
    trigger: "A website or ad form is submitted, or a row appears in the event list.",
    keyActions: [
      "Checks address and domain; tests, our own staff and repeats within 24 hours stop here.",
      "Looks for the contact by email and the company by domain, and updates instead of creating duplicates.",
      "Writes Original Source once, Latest Source always, and sets Lifecycle Stage to Lead unless it is already further along.",
      "Sets the owner from the territory table and posts the lead in #new-leads.",
    ],
    outcome: "One contact on the right company, with source, consent and owner. No one retypes anything.",
    failure:
      "When the CRM does not respond, the lead waits in a retry table and is retried after 1, 5 and 30 minutes. After that, it goes to the head of operations by name.",
    workflow: [
      {
        tool: "Typeform",
        action: "Receive the lead",
        briefSummary: "Website, ad and event forms in one place",
        detailedSummary:
          "A webhook carries every answer with the hidden fields utm_source, utm_campaign, page and consent_at.",
      },
      {
        tool: "Zapier",
        action: "Is the address usable?",
        otherwise: "Held on the review list",
        briefSummary: "Valid, not a test, not seen today",
        detailedSummary:
          "Syntax and email domain are checked. Addresses on our own domain and repeats within 24 hours go no further.",
      },
      {
        tool: "HubSpot",
        action: "Find person and company",
        briefSummary: "By email, then by domain",
        detailedSummary:
          "An exact email match is updated. A known domain adds the contact to that company. Free email domains never create a company.",
      },
      {
        tool: "HubSpot",
        action: "Write one record",
        briefSummary: "Source, campaign, consent, stage",
        detailedSummary:
          "Original Source is written once, Latest Source each time. Lifecycle Stage becomes Lead unless it is already further along.",
      },
      {
        tool: "Slack",
        action: "Tell the owner",
        briefSummary: "A line in #new-leads with a link to the record",
        detailedSummary:
          "Name, company, source and page. The time of the post goes into the weekly report on response times.",
      },
    ],
  },
  {
    id: "S-02",
    icon: "search",
    fullDescription:
      "Before a first call, someone looks up how large the company is, what it uses and what it announced last month. This automation does it when the account is created: cheap sources first, paid ones only where the account is worth it, every value with its source and the date it was read. A value that a person typed is never overwritten, and an account that no source knows is marked as such.",
    tools: ["HubSpot", "Clay", "ZoomInfo", "Slack"],
    businessImpact: [
      { measure: "20-30 min", meaning: "of desk research could be saved on every new account", origin: "estimate" },
      { measure: "5 min", meaning: "expected from a new account to a filled record", origin: "target" },
      {
        measure: "90%",
        meaning: "of accounts with size and industry filled in; below that, the sources are reviewed",
        origin: "setting",
      },
    ],
    trigger: "A company is created, or a deal reaches Qualified while Research Status is empty.",
    keyActions: [
      "Asks up to four sources by domain and stops at the first that fills a field.",
      "Spends paid credits only on accounts of 50 employees or more, and at most 300 a month.",
      "Keeps three lines of news from the last 180 days, each with its link and date.",
      "Writes each value beside its source and Checked On date; typed values stay as they are.",
    ],
    outcome: "The rep opens the account and finds size, industry, tools and news, and can see where each came from.",
    failure:
      "When no source knows the domain, Research Status becomes Nothing Found and the account is looked up again after 30 days. When credits run out, free sources continue and the budget owner is notified.",
    workflow: [
      {
        tool: "HubSpot",
        action: "Notice a new account",
        briefSummary: "Company created, or deal Qualified and not researched",
        detailedSummary: "Research Status must be empty and the domain present. Existing customers are skipped.",
      },
      {
        tool: "Clay",
        action: "Look up the domain",
        briefSummary: "Employees, industry, country, technology",
        detailedSummary: "Up to four sources in order of price. Once a source fills a field, the search for it ends.",
      },
      {
        tool: "HubSpot",
        action: "Worth a paid lookup?",
        otherwise: "Free sources are enough",
        rejoins: 5,
        briefSummary: "50 employees or more, and credits left this month",
        detailedSummary: "The limit of 300 credits a month is a field that the head of operations can change.",
      },
      {
        tool: "ZoomInfo",
        action: "Fill what is missing",
        briefSummary: "Decision makers and revenue band",
        detailedSummary: "Only fields that are still empty are requested. Personal numbers are not fetched.",
      },
      {
        tool: "language_model",
        action: "Summarize recent news",
        briefSummary: "Three lines, each with link and date",
        detailedSummary:
          "Only articles that were found are summarized, none older than 180 days. If nothing is found, the record says so.",
      },
      {
        tool: "HubSpot",
        action: "Write values with sources",
        briefSummary: "Each field has a source and a Checked On date",
        detailedSummary: "A field last changed by a person is never overwritten; the new value goes to a note instead.",
      },
      {
        tool: "Slack",
        action: "Send the brief",
        briefSummary: "Five lines to the account owner",
      },
    ],
  },
  {
    id: "S-03",
    icon: "route",
    fullDescription:
      "A lead that waits for an owner goes cold. This automation finds the owner the moment a lead is written: first the owner of the account, then the territory, then the rotation. It checks whether that person is in today, announces the lead in chat with two buttons, and passes it on after ten minutes without an answer. It records who took the lead and when, so speed is measured, not debated.",
    tools: ["HubSpot", "Google Calendar", "Slack"],
    businessImpact: [
      { measure: "1 min", meaning: "expected from a new lead to a message to its owner", origin: "target" },
      {
        measure: "10 min",
        meaning: "is the longest a lead waits for one person before it is passed on",
        origin: "setting",
      },
      { measure: "3-5 min", meaning: "of sorting and asking around could be saved on every lead", origin: "estimate" },
    ],
    trigger: "A contact gets Lifecycle Stage Lead and Lead Status New.",
    keyActions: [
      "Matches the account owner, then country and company size, then the next in the rotation.",
      "Reads the calendar: if the owner is out or off hours, the next person in line gets the lead.",
      "Announces the lead with the buttons Take and Pass On.",
      "After 10 minutes without a click it goes to the next person; after the third, to the manager.",
    ],
    outcome:
      "The lead has one owner who accepted it, Lead Status is Working, and the minutes to acceptance are recorded.",
    failure:
      "When chat is down, the owner gets an email and the clock keeps running. When no rule matches, the lead goes to the manager with the reason, never to a shared inbox.",
    workflow: [
      {
        tool: "HubSpot",
        action: "A lead is new",
        briefSummary: "Lifecycle Stage Lead, Lead Status New",
        detailedSummary: "Leads with an open deal keep the deal's owner and skip the rest.",
      },
      {
        tool: "HubSpot",
        action: "Match the owner",
        briefSummary: "Account owner, territory, rotation, in this order",
        detailedSummary:
          "Territories combine country and company size, in one table. The rotation counts leads taken this week.",
      },
      {
        tool: "Google Calendar",
        action: "Is the owner there?",
        otherwise: "The next in the rotation",
        rejoins: 2,
        briefSummary: "Not out today, within working hours",
        detailedSummary: "Working hours follow the owner's time zone. Meetings do not count as absence.",
      },
      {
        tool: "Slack",
        action: "Announce with two buttons",
        briefSummary: "Take or Pass On, with the lead in five lines",
        detailedSummary: "Name, company, size, source and the page the form was on. The clock starts here.",
      },
      {
        tool: "Slack",
        action: "Taken within 10 minutes?",
        otherwise: "Passed on, then the manager",
        rejoins: 4,
        briefSummary: "The owner has not responded",
        detailedSummary: "Two more people are asked for ten minutes each. The fourth message goes to the manager.",
      },
      {
        tool: "HubSpot",
        action: "Record who and when",
        briefSummary: "Lead Status Working, minutes until taken",
        detailedSummary: "The weekly report shows the median and the slowest ten, by person and by source.",
      },
    ],
  },
  {
    id: "S-04",
    icon: "document",
    fullDescription:
      "Most of a proposal is known before anyone writes it: products, prices, terms and what the prospect said on three calls. This automation assembles it from the deal record, your approved clauses and the recorded calls. Prices and terms come from the deal's line items, and the draft cannot change them. Two sections are free text, each sentence with its source. A rep reads, corrects and sends it.",
    tools: ["HubSpot", "Gong", "PandaDoc", "Slack"],
    businessImpact: [
      {
        measure: "20-30 min",
        meaning: "of checking expected per proposal, where assembling it could take 2 to 3 hours",
        origin: "estimate",
      },
      {
        measure: "4 h",
        meaning: "expected from the stage change to a checked draft, if the facts are complete",
        origin: "target",
      },
      { measure: "100%", meaning: "of prices and terms taken from the deal's line items", origin: "setting" },
    ],
    trigger: "A deal moves to the stage Proposal.",
    keyActions: [
      "Checks that amount, products, term, start date and decision maker are filled in.",
      "Takes needs, figures and objections from the last three calls, each with its timestamp.",
      "Drafts Summary and Approach, at most 250 words each, from deal fields and quotes only.",
      "Fills the approved template with clauses by product and the price table by line item.",
    ],
    outcome: "A complete proposal that the rep has approved; views and the signature are written back to the deal.",
    failure:
      "When a fact is missing, no draft is created: the rep gets the list of gaps and the deal shows Proposal Blocked. A draft returned twice goes to the manager with both notes.",
    workflow: [
      {
        tool: "HubSpot",
        action: "Deal reaches Proposal",
        briefSummary: "The stage change starts it",
        detailedSummary: "Renewals use their own template and skip the calls.",
      },
      {
        tool: "HubSpot",
        action: "Are the facts complete?",
        otherwise: "A list of gaps to the rep",
        rejoins: 1,
        briefSummary: "Amount, products, term, start date, decision maker",
        detailedSummary:
          "The deal shows Proposal Blocked until the fields are filled in, then the run resumes automatically.",
      },
      {
        tool: "Gong",
        action: "Collect what was said",
        briefSummary: "Needs, figures, objections from three calls",
        detailedSummary: "Each quote keeps its call and timestamp, so that the rep can listen before it is used.",
      },
      {
        tool: "language_model",
        action: "Draft two sections",
        briefSummary: "Summary and Approach, 250 words each",
        detailedSummary:
          "Only deal fields and quotes may be used. A sentence with a figure that is in neither is removed before anyone sees it.",
      },
      {
        tool: "PandaDoc",
        action: "Assemble the document",
        briefSummary: "Template, clauses by product, price table",
        detailedSummary:
          "Clauses come only from the approved library. The price table is locked and matches the line items.",
      },
      {
        tool: "Slack",
        action: "Does the rep approve?",
        otherwise: "Back to the draft with a note",
        rejoins: 4,
        briefSummary: "Approve or return, with one line of reason",
      },
      {
        tool: "PandaDoc",
        action: "Send and follow",
        briefSummary: "Viewed and Signed are written to the deal",
        detailedSummary: "No view after 3 days opens a task. A signature starts the handoff to billing (S-08).",
      },
    ],
  },
  {
    id: "S-05",
    icon: "calendar",
    fullDescription:
      "Finding a time takes several emails, and preparing means searching five systems. This automation lets the prospect pick a time in the right person's calendar, with buffers and minimum notice, creates the meeting room and the invitation, and collects what the firm knows. One hour before the call, the rep has a single page: who is coming, what has happened so far, what is open. Each line names its source.",
    tools: ["Calendly", "HubSpot", "Zoom", "Google Calendar"],
    businessImpact: [
      { measure: "15-20 min", meaning: "of preparation could be saved on every call", origin: "estimate" },
      { measure: "10 min", meaning: "of back-and-forth could be saved on every booking", origin: "estimate" },
      { measure: "60 min", meaning: "before the call, the brief is expected on the meeting record", origin: "target" },
    ],
    trigger: "A prospect picks a time through a booking link or the button on a page.",
    keyActions: [
      "Offers times with the contact's owner, with 15 minutes between calls and 4 hours' notice.",
      "Creates the room and the invitation in both calendars, with the agenda for the meeting type.",
      "Reads the last five emails, open deals, open tickets and pages visited in 30 days.",
      "Writes one page: people, history, open questions. Each line links to its source.",
    ],
    outcome: "Both sides have the time and the room, and the rep has read one page instead of five systems.",
    failure:
      "When the prospect cancels, the room and the invitation are removed and one link to rebook is sent. When there is no history, the brief says so and shows only the company's facts.",
    workflow: [
      {
        tool: "Calendly",
        action: "Prospect picks a time",
        briefSummary: "Owner's calendar, with buffers and notice",
        detailedSummary: "A known contact sees the owner's times. Others see the rotation of their territory.",
      },
      {
        tool: "HubSpot",
        action: "Is the contact known?",
        otherwise: "Created with source Booking",
        rejoins: 3,
        briefSummary: "By email, then by domain",
        detailedSummary: "The meeting is linked to the contact, the company and the open deal if there is exactly one.",
      },
      {
        tool: "Zoom",
        action: "Create the room",
        briefSummary: "One room per meeting, with a waiting room",
      },
      {
        tool: "Google Calendar",
        action: "Write both calendars",
        briefSummary: "Invitation with agenda and link",
        detailedSummary: "Moving or canceling in one calendar updates the others.",
      },
      {
        tool: "HubSpot",
        action: "Collect the history",
        briefSummary: "Emails, deals, tickets, pages",
        detailedSummary: "The last five emails, every open deal and ticket, and pages visited in the last 30 days.",
      },
      {
        tool: "language_model",
        action: "Write the one-page brief",
        briefSummary: "People, history, open questions",
        detailedSummary: "At most one page. A line without a source in the collected history is left out.",
      },
      {
        tool: "HubSpot",
        action: "Brief is on the meeting",
        briefSummary: "60 minutes before the call, also by email",
      },
    ],
  },
  {
    id: "S-06",
    icon: "trend",
    fullDescription:
      "Every Monday starts with a spreadsheet: exports, corrections, and a meeting about whose number is right. This automation takes a snapshot of the pipeline on Sunday night, compares it with last week, and computes the forecast from how deals at each stage actually ended in the last four quarters. Every open deal over $10,000 has a three-line note: what moved, what is stuck, what is next. Managers make corrections; both values are kept.",
    tools: ["Salesforce", "Gong", "Power BI", "Slack"],
    businessImpact: [
      {
        measure: "3-4 h",
        meaning: "a week of report building could be saved for each sales manager",
        origin: "estimate",
      },
      {
        measure: "30 min",
        meaning: "shorter Monday meeting expected, because each deal comes with its note",
        origin: "estimate",
      },
      { measure: "100%", meaning: "of open deals over $10,000 have a note no more than 7 days old", origin: "setting" },
    ],
    trigger: "Sunday, 10 p.m. in the company's time zone.",
    keyActions: [
      "Copies stage, amount, close date and next step of every open opportunity.",
      "Marks what moved, slipped, grew, shrank or was won; a close date pushed twice is flagged.",
      "Weights stages by their conversion rates in the last four quarters and gives a low, an expected and a high case.",
      "Asks each manager to confirm or correct by 9 a.m. on Monday.",
    ],
    outcome: "One forecast with its range on Monday at 9 a.m., and a short note on every deal that matters.",
    failure:
      "When the snapshot is incomplete, the forecast keeps last week's figures and says so at the top. A stage with fewer than 20 closed deals uses the conversion rate of the previous stage and is flagged.",
    workflow: [
      {
        tool: "Salesforce",
        action: "Take Sunday's snapshot",
        briefSummary: "Stage, amount, close date, next step",
        detailedSummary: "Every open opportunity at 10 p.m., kept for good. Reports can be run for any past week.",
      },
      {
        tool: "Salesforce",
        action: "Compare with last week",
        briefSummary: "Moved, slipped, new, won, lost",
        detailedSummary: "A close date pushed twice and a deal stuck longer than usual are flagged by name.",
      },
      {
        tool: "Gong",
        action: "Read last week's calls",
        briefSummary: "Deals over $10,000 or past Discovery",
      },
      {
        tool: "language_model",
        action: "Write the deal notes",
        briefSummary: "Moved, stuck, next: three lines",
        detailedSummary: "From changes and calls of the week only. It states no probability; the figures do that.",
      },
      {
        tool: "Power BI",
        action: "Compute the forecast",
        briefSummary: "Conversion by stage over four quarters",
        detailedSummary:
          "Low, expected and high for month and quarter. Every figure opens to show how it was calculated.",
      },
      {
        tool: "Slack",
        action: "Does the manager agree?",
        otherwise: "Both values are kept, with the reason",
        rejoins: 7,
        briefSummary: "Confirm or correct by Monday, 9 a.m.",
      },
      {
        tool: "Power BI",
        action: "Publish the forecast",
        briefSummary: "Monday, 9 a.m., with last week beside it",
      },
    ],
  },
  {
    id: "S-07",
    icon: "mail",
    fullDescription:
      "Follow-ups go unsent because someone forgot, and some arrive after the prospect has already replied. This automation drafts four short emails after a call or a quote, lets the rep edit them once, and sends them from the rep's own address on days 2, 5, 9 and 16. It checks before each email: a reply, a booking, a bounce or a request to stop ends the series immediately.",
    tools: ["HubSpot", "lemlist", "Slack"],
    businessImpact: [
      {
        measure: "5-7 min",
        meaning: "of writing and remembering could be saved on every follow-up",
        origin: "estimate",
      },
      { measure: "1 min", meaning: "expected from a reply to the end of the series", origin: "target" },
      { measure: "2 h", meaning: "is the longest a reply waits until the rep is reminded", origin: "setting" },
    ],
    trigger: "A meeting ends with Outcome Completed, or a quote is sent, and Follow-Up is On.",
    keyActions: [
      "Drafts four emails of at most 90 words from the call notes and the quote.",
      "Waits for the rep to edit or approve the set once.",
      "Sends in the prospect's working hours, at most 40 emails a day from one mailbox.",
      "Checks for a reply, booking, bounce or opt-out before every email, and stops at the first.",
    ],
    outcome: "The prospect replied or the series ended on day 16, and the deal shows which.",
    failure:
      "When it is unclear whether someone replied, nothing is sent and the rep is asked. Three bounces in a day pause the mailbox until a person has checked it.",
    workflow: [
      {
        tool: "HubSpot",
        action: "Call or quote is done",
        briefSummary: "Meeting Completed or Quote Sent",
        detailedSummary: "Follow-Up must be On, and the contact must not be in another series or have opted out.",
      },
      {
        tool: "language_model",
        action: "Draft four short emails",
        briefSummary: "At most 90 words, one question each",
        detailedSummary: "From call notes and quote only. Prices are quoted as in the quote or not at all.",
      },
      {
        tool: "HubSpot",
        action: "Does the rep approve?",
        otherwise: "Edited first, then started",
        rejoins: 4,
        briefSummary: "The whole set, once",
      },
      {
        tool: "lemlist",
        action: "Send the next email",
        briefSummary: "Days 2, 5, 9 and 16, in working hours",
        detailedSummary: "From the rep's own address, as a reply in the same thread. At most 40 a day per mailbox.",
      },
      {
        tool: "lemlist",
        action: "Reply, booking or bounce?",
        otherwise: "The next email on its day",
        rejoins: 4,
        briefSummary: "Checked before every email",
        detailedSummary: "An out-of-office reply pauses the series until the day after the return date it gives.",
      },
      {
        tool: "Slack",
        action: "Hand the reply to the rep",
        briefSummary: "With the thread; again after 2 hours",
      },
      {
        tool: "HubSpot",
        action: "Close the series",
        briefSummary: "Replied, Booked, Stopped or No Answer",
        detailedSummary: "The status, and which email got the reply, go into the monthly report on what works.",
      },
    ],
  },
  {
    id: "S-08",
    icon: "link",
    fullDescription:
      "Between a signature and the first invoice, the same figures are typed three times, and each time they can differ. This automation compares the signed document with the deal to the cent, creates the customer and the subscription in billing, asks finance for approval above a limit, sends the first invoice and posts it to the books. Any difference stops it: nothing is sent that does not match what was signed.",
    tools: ["PandaDoc", "HubSpot", "Chargebee", "Slack", "QuickBooks"],
    businessImpact: [
      { measure: "45-60 min", meaning: "of retyping could be saved on every signed deal", origin: "estimate" },
      {
        measure: "2 h",
        meaning: "expected from signature to first invoice, below the approval limit",
        origin: "target",
      },
      {
        measure: "100%",
        meaning: "of invoices match the signed document to the cent, or are not sent",
        origin: "setting",
      },
    ],
    trigger: "A quote gets its final signature.",
    keyActions: [
      "Compares products, quantities, discount, term, currency and tax with the deal.",
      "Finds the customer by tax ID, then domain; an existing one is updated.",
      "Creates the subscription with the signed start date and payment terms.",
      "Above $25,000, or with more than 20% discount, finance approves first.",
      "Sends the invoice, posts it and starts the onboarding plan (CS-01).",
    ],
    outcome: "Customer, subscription, invoice and ledger show the figures that sales agreed to, on the same day.",
    failure:
      "A difference of one cent stops the run and shows both figures to finance and the rep. If billing does not respond, retries create nothing twice: each step carries the deal number.",
    workflow: [
      {
        tool: "PandaDoc",
        action: "Quote is signed",
        briefSummary: "The last signature, with its document",
      },
      {
        tool: "HubSpot",
        action: "Do the figures agree?",
        otherwise: "Finance and rep see both figures",
        briefSummary: "Signed document against deal, to the cent",
        detailedSummary: "Products, quantities, discount, term, start date, currency and tax, line by line.",
      },
      {
        tool: "Chargebee",
        action: "Create the subscription",
        briefSummary: "Customer, plan, term, payment terms",
        detailedSummary: "An existing customer is found by tax ID, then domain, and updated from the start date.",
      },
      {
        tool: "Slack",
        action: "Within the limit?",
        otherwise: "Finance approves first",
        rejoins: 5,
        briefSummary: "Up to $25,000 and 20% discount",
        detailedSummary:
          "Above it, finance gets the document, the figures and two buttons. No response within a day triggers a reminder.",
      },
      {
        tool: "Chargebee",
        action: "Send the first invoice",
        briefSummary: "To the billing contact in the document",
      },
      {
        tool: "QuickBooks",
        action: "Post to the books",
        briefSummary: "Revenue account and class by product",
        detailedSummary: "Prepaid terms are deferred by month. The entry carries the invoice and deal numbers.",
      },
      {
        tool: "HubSpot",
        action: "Deal is billed",
        briefSummary: "Invoice number, status and link on the deal",
        detailedSummary: "Billing Status becomes Invoiced, later Paid or Overdue. The onboarding plan starts (CS-01).",
      },
    ],
  },
];
