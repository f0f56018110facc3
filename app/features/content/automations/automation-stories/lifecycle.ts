import type { AutomationStory } from "../automation-story-schema.ts";

export const lifecycleStories: readonly AutomationStory[] = [
  {
    id: "CS-01",
    icon: "user",
    fullDescription:
      "After signing, a customer waits to hear from you while the team rebuilds the same plan by hand. This automation opens the plan when the deal is won: tasks with owners and due dates counted from the contract start, a welcome email within 15 minutes, a link to book the kickoff, and each guide when the step before it is done. A late step goes to its owner first and then to the manager, while there is still time to catch up.",
    tools: ["HubSpot", "Asana", "Customer.io", "Calendly"],
    businessImpact: [
      { measure: "2-3 h", meaning: "of setup could be saved on every new customer", origin: "estimate" },
      { measure: "15 min", meaning: "expected from a won deal to the welcome email", origin: "target" },
      {
        measure: "2 days",
        meaning: "at most until the owner hears about a late step",
        origin: "setting",
      },
    ],
    trigger: "A deal moves to Closed Won and Contract Start is filled.",
    keyActions: [
      "Opens the plan for the product sold: 12 to 20 tasks, owners by role, dates in business days.",
      "Sends the welcome from the customer's own manager, with three next steps.",
      "Offers kickoff times that suit both calendars, with two reminders.",
      "Sends each guide when the step before it is done, not by the calendar.",
      "Notifies the owner when a step is 2 days late and the manager at 4.",
    ],
    outcome: "Onboarding Status is Live, the days to go-live are recorded, and the first survey is scheduled (CS-04).",
    failure:
      "Without a contract start date, nothing starts and the rep is asked for it. If no one books the kickoff within 3 business days, the manager gets a task to call.",
    workflow: [
      {
        tool: "HubSpot",
        action: "Deal is won",
        briefSummary: "Closed Won with Contract Start",
        detailedSummary: "The handoff note from sales is required: goal, people, promises made, what to avoid.",
      },
      {
        tool: "Asana",
        action: "Open the plan",
        briefSummary: "12 to 20 tasks, owners, dates",
        detailedSummary: "One template per product. Dates count in business days from Contract Start.",
      },
      {
        tool: "Customer.io",
        action: "Send the welcome",
        briefSummary: "Within 15 minutes, from their manager",
      },
      {
        tool: "Calendly",
        action: "Kickoff booked in 3 days?",
        otherwise: "Two reminders, then a call",
        rejoins: 5,
        briefSummary: "Both sides' calendars",
      },
      {
        tool: "Customer.io",
        action: "Send guides by step",
        briefSummary: "When the step before is done",
      },
      {
        tool: "Asana",
        action: "Is the step on time?",
        otherwise: "Owner, then manager, is notified",
        rejoins: 5,
        briefSummary: "2 days late, 4 days late",
      },
      {
        tool: "HubSpot",
        action: "Customer is live",
        briefSummary: "Onboarding Status Live, days to go-live",
        detailedSummary: "The first survey is scheduled for 30 days later (CS-04).",
      },
    ],
  },
  {
    id: "CS-02",
    icon: "ticket",
    fullDescription:
      "Every ticket is read twice: once to route it and once to answer it. This automation does the first reading. It attaches the customer's plan, value and recent tickets, picks one of nine topics and three urgency levels, and assigns a queue and a deadline when it is sure enough. When it is not, a person sorts the ticket, and that choice is kept as an example. The most urgent tickets page the person on call by name.",
    tools: ["Zendesk", "HubSpot", "Slack"],
    businessImpact: [
      { measure: "2-3 min", meaning: "of sorting could be saved on every ticket", origin: "estimate" },
      {
        measure: "1 min",
        meaning: "expected from arrival to the right queue, with plan and history attached",
        origin: "target",
      },
      {
        measure: "10%",
        meaning: "of tickets moved by hand in a week triggers a review of the rules",
        origin: "setting",
      },
    ],
    trigger: "A ticket is created by email, form or chat.",
    keyActions: [
      "Attaches plan, yearly value, renewal date and the last five tickets.",
      "Picks one of nine topics and three urgency levels, each with a confidence.",
      "Assigns queue and deadline by plan when it is 80% sure or more.",
      "Pages the person on call when urgency is highest, until someone confirms.",
    ],
    outcome: "The ticket is in the right queue with a deadline, and the person who opens it knows the customer.",
    failure:
      "Below 80%, a person sorts the ticket. If the model does not respond within 20 seconds, the ticket is routed by keywords, as before. Security reports go to their own queue by address, unread.",
    workflow: [
      { tool: "Zendesk", action: "A ticket comes in", briefSummary: "Email, form or chat" },
      {
        tool: "HubSpot",
        action: "Attach plan and history",
        briefSummary: "Plan, value, renewal, last five tickets",
      },
      {
        tool: "language_model",
        action: "Read topic and urgency",
        briefSummary: "Nine topics, three urgency levels",
        detailedSummary: "Names, numbers and attachments are removed before reading. The model returns its confidence.",
      },
      {
        tool: "Zendesk",
        action: "Is it 80% sure?",
        otherwise: "A person sorts; the choice is kept",
        rejoins: 5,
        briefSummary: "Each hand-sorted ticket becomes an example",
      },
      {
        tool: "Zendesk",
        action: "Assign queue and deadline",
        briefSummary: "By topic and plan",
        detailedSummary:
          "First reply: 30 minutes, 4 hours or 1 business day. The deadline pauses while the customer is asked.",
      },
      {
        tool: "Slack",
        action: "Page the person on call",
        briefSummary: "Highest urgency only, until someone confirms",
        detailedSummary: "A second person after 10 minutes, the head of support after 20.",
      },
    ],
  },
  {
    id: "CS-03",
    icon: "warning",
    fullDescription:
      "Customers rarely leave without warning, but the signs sit in three systems that no one reads together. Every Monday this automation does: usage against the last eight weeks, age and tone of tickets, contract dates and unpaid invoices. It computes one risk score from 0 to 100, checked each quarter against the customers who actually left. At 60 the account owner gets a task with three reasons and a suggested first step, 90 days or more before the renewal where the data allows.",
    tools: ["Mixpanel", "Zendesk", "HubSpot", "Power BI", "Slack"],
    businessImpact: [
      {
        measure: "4-6 h",
        meaning: "a week of reading dashboards could be saved at about 100 accounts",
        origin: "estimate",
      },
      { measure: "3 days", meaning: "expected from the alert to the first call", origin: "target" },
      {
        measure: "70%",
        meaning: "hit rate required in the quarterly check; below that, the weights are reset",
        origin: "setting",
      },
    ],
    trigger: "Every Monday at 5 a.m., for each account with a contract.",
    keyActions: [
      "Compares active seats and the key action with their eight-week average.",
      "Reads tickets open for 7 days, escalations, and the tone of the last three.",
      "Checks for a renewal within 120 days, an unpaid invoice, and a champion who has left.",
      "Scores with weights from 24 months of history and names the top three reasons.",
    ],
    outcome: "The owner knows which account is at risk, why, and what to do first, while there is time.",
    failure:
      "An account without usage data is listed as not scored, never as safe. If more than 20% of accounts cross the threshold in one week, alerts wait until a person has checked the data.",
    workflow: [
      {
        tool: "Mixpanel",
        action: "Read the week's usage",
        briefSummary: "Active seats, key action, eight-week average",
      },
      {
        tool: "Zendesk",
        action: "Read age and tone",
        briefSummary: "Open 7 days, escalated, last three tickets",
      },
      {
        tool: "HubSpot",
        action: "Read contract dates",
        briefSummary: "Renewal, unpaid invoice, champion",
        detailedSummary: "A champion counts as gone when email bounces or the role on record changes.",
      },
      {
        tool: "Power BI",
        action: "Score each account",
        briefSummary: "0 to 100, with three reasons",
        detailedSummary: "Weights from 24 months of history, checked each quarter against who actually left.",
      },
      {
        tool: "Power BI",
        action: "Is the risk 60 or more?",
        otherwise: "Watched, and read again next Monday",
        rejoins: 1,
        briefSummary: "Or 20 points more than last week",
      },
      {
        tool: "HubSpot",
        action: "Open a task",
        briefSummary: "First step by reason, due in 3 days",
      },
      {
        tool: "Slack",
        action: "The owner knows why",
        briefSummary: "Account, renewal date, three reasons",
      },
    ],
  },
  {
    id: "CS-04",
    icon: "star",
    fullDescription:
      "Surveys go out, a number goes up or down, and what people wrote stays in the survey tool. This automation asks one question at the right moment, finds the account behind every answer, and acts on it the same day: a low score opens a task for the account owner with the comment and the renewal date, a high one triggers one review request. On Fridays the week's themes are counted, with three quotes each, and people who raised one hear what came of it.",
    tools: ["HubSpot", "Survicate", "Slack"],
    businessImpact: [
      { measure: "3-4 h", meaning: "a month of matching and sorting answers could be saved", origin: "estimate" },
      { measure: "24 h", meaning: "expected from a low score to a call", origin: "target" },
      { measure: "100%", meaning: "of answers linked to their account, or listed as not found", origin: "setting" },
    ],
    trigger: "A customer has been live for 30 days, then every 90, and has had no ticket for 14.",
    keyActions: [
      "Asks one question and one reason; no one is asked twice within 90 days.",
      "Writes score, reason and date on contact and account.",
      "0 to 6: a task for the owner, due in 24 hours. 9 or 10: one request for a review.",
      "Counts themes each Friday and emails everyone who raised one that was resolved.",
    ],
    outcome: "Every answer gets a response, and the product team sees what customers write about.",
    failure:
      "An answer without an account is listed for a person to match. If fewer than 10% of customers answer in a quarter, the report warns against comparing the score.",
    workflow: [
      {
        tool: "HubSpot",
        action: "The moment is right",
        briefSummary: "30 days live, then every 90",
        detailedSummary:
          "No ticket within 14 days, no other survey within 90, not in the last 30 days before a renewal.",
      },
      {
        tool: "Survicate",
        action: "Ask score and reason",
        briefSummary: "One question, one line of text",
      },
      {
        tool: "HubSpot",
        action: "Write on the account",
        briefSummary: "Score, reason and date",
      },
      {
        tool: "HubSpot",
        action: "Is it 6 or less?",
        otherwise: "9 or 10: one request for a review",
        rejoins: 6,
        briefSummary: "7 and 8 are thanked",
      },
      {
        tool: "HubSpot",
        action: "Task for the owner",
        briefSummary: "Due in 24 hours, with comment and renewal",
      },
      {
        tool: "Slack",
        action: "Themes on Friday",
        briefSummary: "Counted, three quotes each",
        detailedSummary: "When a theme is resolved, everyone who raised it gets one short email that says so.",
      },
    ],
  },
];
