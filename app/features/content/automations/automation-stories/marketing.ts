import type { AutomationStory } from "../automation-story-schema.ts";

export const marketingStories: readonly AutomationStory[] = [
  {
    id: "M-01",
    icon: "chat",
    fullDescription:
      "Someone answers a campaign, and the answer sits in a list that is exported on Friday. This automation reads it right away: which campaign, which question, what they chose. It makes sure that consent is on record, picks the next email from a small table of topics and stages, and sends it the same day, unless the person has just received another one. The answer is kept on the contact, where sales sees it without asking.",
    tools: ["Typeform", "Zapier", "Mailchimp", "HubSpot"],
    businessImpact: [
      {
        measure: "2 h",
        meaning: "expected from a response to the right email, during working hours",
        origin: "target",
      },
      {
        measure: "30-45 min",
        meaning: "of exporting and importing lists could be saved on every campaign day",
        origin: "estimate",
      },
      { measure: "100%", meaning: "of responses on the contact record, with campaign and date", origin: "setting" },
    ],
    trigger: "Someone submits a campaign form, or a known contact follows a link that carries a campaign ID.",
    keyActions: [
      "Checks that consent is on record; without it, one confirmation email goes out and nothing else.",
      "Picks the email by topic and stage from a table of twelve that marketing keeps.",
      "Sends between 8 a.m. and 6 p.m. in the reader's time zone, and not within 24 hours of another email.",
      "Writes campaign, answer and email to the contact and sets the campaign status to Responded.",
    ],
    outcome: "The person gets a relevant email the same day, and the answer is where sales looks for it.",
    failure:
      "An answer that fits no topic gets no email and is listed for marketing. A bounced address is flagged immediately and removed from every list.",
    workflow: [
      {
        tool: "Typeform",
        action: "A response comes in",
        briefSummary: "Answers with the campaign ID",
        detailedSummary: "The hidden field campaign_id is required. A response without it goes to marketing's list.",
      },
      {
        tool: "Zapier",
        action: "Is consent on record?",
        otherwise: "One confirmation email only",
        briefSummary: "Date, wording and source of the consent",
        detailedSummary: "Without a reply to the confirmation within 14 days, the address is removed.",
      },
      {
        tool: "Mailchimp",
        action: "Choose the next email",
        briefSummary: "Topic by stage, a table of twelve",
        detailedSummary:
          "Three stages (aware, comparing, deciding) by four topics. Marketing edits the table, not the flow.",
      },
      {
        tool: "Mailchimp",
        action: "Send the same day",
        briefSummary: "8 a.m. to 6 p.m., reader's time",
        detailedSummary: "Not within 24 hours of another email from us; in that case it waits until the next morning.",
      },
      {
        tool: "HubSpot",
        action: "Keep the answer",
        briefSummary: "Campaign, answer, date, email sent",
        detailedSummary: "Campaign status becomes Responded. Scoring (M-02) reads the same fields.",
      },
    ],
  },
  {
    id: "M-02",
    icon: "filter",
    fullDescription:
      "Marketing counts leads, sales counts the good ones, and the two numbers never match. This automation gives both teams one score from 0 to 100: half for fit, half for behavior, and behavior fades. At 65 a lead goes to sales with the top three reasons; below that, it keeps getting the emails for its stage. Sales gives a reason for every rejection, and once a month the rules are adjusted to those reasons.",
    tools: ["HubSpot", "ActiveCampaign", "Slack"],
    businessImpact: [
      {
        measure: "4-5 h",
        meaning: "a week of sorting lists could be saved at about 50 new leads a week",
        origin: "estimate",
      },
      { measure: "15 min", meaning: "expected from crossing the threshold to an owner in sales", origin: "target" },
      {
        measure: "20%",
        meaning: "rejected handoffs in a month trigger a review of the rules",
        origin: "setting",
      },
    ],
    trigger: "A lead has a new field value, page view, click or event.",
    keyActions: [
      "Scores fit from 0 to 50: 20 for 10 to 200 employees, 15 for industry, 15 for role.",
      "Scores behavior from 0 to 50: demo form 25, pricing page 15, webinar 10, two clicks 5.",
      "Halves the behavior score after 30 days of inactivity; students and competitors are set to zero.",
      "At 65, hands the lead to sales with three reasons; below that, continues the emails for its stage.",
    ],
    outcome: "Sales gets leads above the threshold with reasons, and its answer to each one improves the rules.",
    failure:
      "If a source of behavior data is silent for a day, the score keeps its last value and is marked as stale. A lead that jumps by more than 40 points in an hour is checked by a person first.",
    workflow: [
      {
        tool: "HubSpot",
        action: "A lead changes",
        briefSummary: "New field, page view, click or event",
      },
      {
        tool: "HubSpot",
        action: "Score the fit",
        briefSummary: "0 to 50: size, industry, role",
        detailedSummary: "20 for 10 to 200 employees, 15 for a listed industry, 15 for a role that buys or decides.",
      },
      {
        tool: "ActiveCampaign",
        action: "Score the behavior",
        briefSummary: "0 to 50, halved after 30 idle days",
        detailedSummary: "Demo form 25, pricing page 15, webinar 10, two clicks 5. Each action counts once a week.",
      },
      {
        tool: "HubSpot",
        action: "Is it 65 or more?",
        otherwise: "The emails for its stage continue",
        briefSummary: "Fit and behavior together",
        detailedSummary:
          "The threshold is a field. Changing it shows at once how many of last month's leads would have crossed it.",
      },
      {
        tool: "Slack",
        action: "Hand over with reasons",
        briefSummary: "The three rules that weighed most",
      },
      {
        tool: "HubSpot",
        action: "Does sales accept?",
        otherwise: "The reason improves the rules",
        rejoins: 2,
        briefSummary: "Accept, or reject with one of six reasons",
        detailedSummary: "No answer within a business day counts as neither and reminds the owner.",
      },
      {
        tool: "HubSpot",
        action: "Lead is with sales",
        briefSummary: "Lifecycle Stage Sales Qualified",
      },
    ],
  },
  {
    id: "M-03",
    icon: "chart",
    fullDescription:
      "Each ad platform counts in its own way and puts itself in the best light. This automation fetches yesterday's figures from every account at 6 a.m., and the last seven days again because platforms correct themselves. It puts names and currencies into one format and counts as leads only records in the CRM. So the morning report adds up, and before the day starts, one note says what is off plan.",
    tools: ["Google Ads", "LinkedIn Ads", "Meta Ads", "Google Sheets", "Looker Studio", "Slack"],
    businessImpact: [
      {
        measure: "3-5 h",
        meaning: "a week of copying and reconciling could be saved with three ad accounts",
        origin: "estimate",
      },
      { measure: "24 h", meaning: "at most until an overspend is expected to be noticed", origin: "target" },
      {
        measure: "1%",
        meaning: "is the maximum difference from a platform's own total before a row is flagged",
        origin: "setting",
      },
    ],
    trigger: "Every day at 6 a.m. in the company's time zone.",
    keyActions: [
      "Fetches cost, clicks and impressions by campaign for yesterday and the seven days before.",
      "Reads channel, market and goal from the campaign name; names that break the pattern are listed.",
      "Converts to USD at the day's rate and counts leads from the CRM, not from the platform.",
      "Reports what is 20% off plan, or costs 30% more per lead than its 28-day average.",
    ],
    outcome: "One report at 7:30 a.m. with one definition of cost per lead, and a note on what to look at.",
    failure:
      "When a platform does not respond, its row shows yesterday's figures in gray and is fetched again every hour. The report is never published with an unmarked gap.",
    workflow: [
      {
        tool: "Google Ads",
        action: "Fetch at 6 a.m.",
        briefSummary: "Cost, clicks, impressions by campaign",
        detailedSummary: "Yesterday and the seven days before, because platforms correct their figures.",
      },
      { tool: "LinkedIn Ads", action: "Fetch the same fields", briefSummary: "Same days, same currency field" },
      { tool: "Meta Ads", action: "Fetch the same fields", briefSummary: "Same days, same currency field" },
      {
        tool: "Google Sheets",
        action: "Convert to one format",
        briefSummary: "Channel, market, goal, USD, CRM leads",
        detailedSummary: "Names follow channel_market_goal. A lead is a CRM record that carries the campaign.",
      },
      {
        tool: "Google Sheets",
        action: "Do the totals agree?",
        otherwise: "The row is flagged, its owner notified",
        rejoins: 6,
        briefSummary: "Within 1% of the platform's total",
      },
      {
        tool: "Looker Studio",
        action: "Refresh the report",
        briefSummary: "7:15 a.m., with plan and 28-day average",
      },
      {
        tool: "Slack",
        action: "Send the morning note",
        briefSummary: "7:30 a.m.: what is off plan, and since when",
        detailedSummary:
          "Spend 20% off plan, or cost per lead 30% above its 28-day average. Otherwise one line: all on plan.",
      },
    ],
  },
  {
    id: "M-04",
    icon: "copy",
    fullDescription:
      "A good article or webinar is used once, because turning it into five other formats takes a day no one has. This automation drafts them within the hour it is published: a newsletter paragraph, three social posts, a sales one-pager and two FAQ answers, each in the format its channel needs. Every figure in a draft must be in the source. An editor approves, returns or discards each one; nothing is published automatically.",
    tools: ["WordPress", "Canva", "Notion", "Slack"],
    businessImpact: [
      {
        measure: "4-5 h",
        meaning: "of rewriting could be saved on every long piece; about 45 minutes of editing remain",
        origin: "estimate",
      },
      { measure: "3 days", meaning: "expected from publication to approved drafts", origin: "target" },
      {
        measure: "100%",
        meaning: "of figures in a draft are in the source, or the draft is discarded",
        origin: "setting",
      },
    ],
    trigger: "An article is published in the category Pillar, or a webinar transcript is uploaded.",
    keyActions: [
      "Picks the five passages that carry the argument and keeps the paragraph around each.",
      "Drafts four formats by the style guide, with the length each channel allows.",
      "Discards a draft with a figure or a name that is not in the source.",
      "Lays the one-pager out in the template and queues everything for the editor.",
    ],
    outcome:
      "Approved drafts with their sources are ready for the newsletter, the sales team and the publishing calendar (M-05).",
    failure:
      "A piece shorter than 600 words is skipped, with a note. A draft returned twice is discarded, and both notes go into the style guide's list of open points.",
    workflow: [
      {
        tool: "WordPress",
        action: "A piece is published",
        briefSummary: "Category Pillar, or a webinar transcript",
      },
      {
        tool: "language_model",
        action: "Find the five passages",
        briefSummary: "Each with its paragraph",
        detailedSummary: "Passages are quoted, not rewritten, so that the editor can check them in a minute.",
      },
      {
        tool: "language_model",
        action: "Draft four formats",
        briefSummary: "Newsletter, three posts, one-pager, FAQ",
        detailedSummary:
          "120 words for the newsletter, each network's length for posts. Figures and names must be in the source.",
      },
      {
        tool: "Canva",
        action: "Lay out the one-pager",
        briefSummary: "Brand template, one page",
      },
      {
        tool: "Notion",
        action: "Queue for the editor",
        briefSummary: "Drafts beside their source, due in 3 days",
      },
      {
        tool: "Slack",
        action: "Does the editor approve?",
        otherwise: "Returned with a note, twice at most",
        rejoins: 3,
        briefSummary: "Each draft on its own",
      },
      {
        tool: "Notion",
        action: "Drafts are Ready",
        briefSummary: "The publishing calendar takes over (M-05)",
      },
    ],
  },
  {
    id: "M-05",
    icon: "share",
    fullDescription:
      "The content calendar is a table, and publishing means that someone copies from it into four networks. This automation watches the table: a post that is approved and has a date, a network and an owner is checked against the network's rules, scheduled, published and confirmed. After one day and again after seven, its visits are written back beside it, so that the next plan starts from what worked.",
    tools: ["Notion", "Hootsuite", "Google Analytics"],
    businessImpact: [
      { measure: "10-12 min", meaning: "of copying and checking could be saved on every post", origin: "estimate" },
      { measure: "2-3 h", meaning: "a week could be saved at about twelve posts a week", origin: "estimate" },
      {
        measure: "100%",
        meaning: "of posts with a campaign tag and a result beside them after 7 days",
        origin: "setting",
      },
    ],
    trigger: "A post in the calendar gets Status Ready with date, network and owner.",
    keyActions: [
      "Checks length, picture size, link and tag; the same text is rejected within 14 days.",
      "Adds utm_source, utm_medium and utm_content to every link.",
      "Schedules it for its time and writes the ID of the published post back.",
      "Reads visits and conversions after 1 and 7 days.",
    ],
    outcome: "The post is out on time, and its results are in the same row after a day and a week.",
    failure:
      "A post the network rejects is retried once after 10 minutes, then returned to its owner with the network's reason. While the calendar is paused, nothing is published and nothing is lost.",
    workflow: [
      {
        tool: "Notion",
        action: "A post is Ready",
        briefSummary: "Date, network and owner are set",
      },
      {
        tool: "Hootsuite",
        action: "Does it fit the network?",
        otherwise: "Returned with the reason",
        rejoins: 1,
        briefSummary: "Length, picture, link, tag, no repeat",
        detailedSummary: "The limits of each network are one table. The same text within 14 days is rejected.",
      },
      {
        tool: "Hootsuite",
        action: "Schedule for its time",
        briefSummary: "In the time zone of the calendar",
      },
      {
        tool: "Hootsuite",
        action: "Publish and confirm",
        briefSummary: "The post's own link comes back",
        detailedSummary:
          "No confirmation within 5 minutes counts as not published: the network is checked before a retry.",
      },
      {
        tool: "Google Analytics",
        action: "Count visits",
        briefSummary: "By utm_content, after 1 and 7 days",
      },
      {
        tool: "Notion",
        action: "Results are in the row",
        briefSummary: "Visits, conversions, link to the post",
      },
    ],
  },
  {
    id: "M-06",
    icon: "refresh",
    fullDescription:
      "Budgets follow clicks because clicks are what the reports show. This automation starts at the other end, with the deal that was won: it collects the touches of everyone at that company in the 180 days before, splits the revenue among them by a rule anyone can read, and reports back to the ad accounts what each click turned into. What cannot be traced is shown as unknown, at the top of the report, and never spread over the rest.",
    tools: ["HubSpot", "Segment", "Looker Studio", "Google Ads", "LinkedIn Ads"],
    businessImpact: [
      {
        measure: "6-8 h",
        meaning: "of spreadsheet work could be saved at the end of every quarter",
        origin: "estimate",
      },
      { measure: "24 h", meaning: "expected from a won deal to its value in the ad accounts", origin: "target" },
      {
        measure: "25%",
        meaning: "unknown at most; above that, the report warns against basing a budget on it",
        origin: "setting",
      },
    ],
    trigger: "A deal moves to Closed Won.",
    keyActions: [
      "Collects page views, forms, emails, events and ad clicks of all contacts for 180 days.",
      "Splits revenue: 30% first touch, 30% lead, 30% opportunity, 10% everything between.",
      "Shows first touch and last touch beside it, so that the rule can be questioned.",
      "Sends value and date back to the ad accounts by click ID, where there was consent.",
    ],
    outcome: "Spend, revenue and cost per won deal by campaign, with the unknown share shown first.",
    failure:
      "A deal with no known touch counts as unknown in full. When an ad account rejects a click ID (older than 90 days), the value stays in the report and the rejection is counted.",
    workflow: [
      {
        tool: "HubSpot",
        action: "A deal is won",
        briefSummary: "Closed Won, with amount and contacts",
      },
      {
        tool: "Segment",
        action: "Collect the touches",
        briefSummary: "All contacts of the company, 180 days",
        detailedSummary: "Page views, forms, emails, events and ad clicks. Only visits with consent carry an ID.",
      },
      {
        tool: "HubSpot",
        action: "Is a source known?",
        otherwise: "Counted as unknown, never guessed",
        rejoins: 7,
        briefSummary: "At least one touch with a source",
      },
      {
        tool: "Looker Studio",
        action: "Split the revenue",
        briefSummary: "30%, 30%, 30% and 10%",
        detailedSummary:
          "First touch, lead, opportunity, and the rest between them. First and last touch are shown beside it.",
      },
      {
        tool: "Google Ads",
        action: "Report the value back",
        briefSummary: "By click ID, within 90 days",
      },
      {
        tool: "LinkedIn Ads",
        action: "Report the value back",
        briefSummary: "By click ID, within 90 days",
      },
      {
        tool: "Looker Studio",
        action: "Budget follows deals",
        briefSummary: "Spend, revenue, cost per won deal",
        detailedSummary: "The unknown share is at the top. Above 25%, the report warns against relying on it.",
      },
    ],
  },
];
