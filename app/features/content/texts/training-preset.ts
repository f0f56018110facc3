/** The default training programs. */
export const trainingPreset = `# Teach the people who will run it.

An automation lasts as long as someone at the firm understands it.

## GTM Strategy & RevOps Workshop

One day, one wall, everyone who touches the pipeline. You leave with a map of how revenue work is done today and an agreed order for automating it.

- Format: Workshop
- In short: a one-day GTM and RevOps workshop
- For: the people who set priorities
- Button: Register for Workshop
- Audience: Heads of sales, marketing, operations and customer success at one firm, with the founder or the person who decides on tools.
- Length: 6 hours, one day
- Where: In your office or on video
- Group: 4 to 12 people from one firm
- Bring: Last quarter's pipeline and the list of tools you pay for

### Agenda

- Map the current state (60 minutes): How a lead becomes a customer today, step by step, including the steps no one owns.
- Measure it (90 minutes): People, hours and frequency for every step. Add them up before you argue about priorities.
- One definition per term (75 minutes): Stages, owners, handoffs and the fields that prove them. What counts as qualified, and who decides.
- Choose (90 minutes): Score the candidates by value, fit and effort, each with a low, an expected and a high case.
- The 90-day plan (45 minutes): What gets built first, who owns it, and the figure that will tell you it works.

### Outcomes

- Read and maintain a current-state map of your own revenue process
- See which manual work costs the most, in hours and dollars
- Defend the order of your automation plan with figures
- Run the same workshop next year without us

## AI & Automation Implementation Certification

Six weeks for the person who will build. Each week adds one part, and by the end, one automation is live in your own firm and has been reviewed.

- Format: Online certification
- In short: a six-week online certification
- For: those who build
- Button: Enroll in Certification
- Audience: Operations people, analysts and technical marketers who know their tools well and want to build in them. No programming required, just some patience with data.
- Length: 24 hours in six weeks
- Where: Online: two live hours and two hours of your own work each week
- Group: At most 10 people
- Bring: A process at your firm that you may automate, with test access

### Agenda

- Specifications a builder can use (4 hours): Trigger, steps, decisions, outcome: from a conversation to a workflow without gaps.
- Data you can rely on (4 hours): Fields, identities and duplicates. Why a second run must change nothing.
- Build (4 hours): Triggers, conditions and loops on the automation platform you use: Zapier, Make or n8n.
- Language models in a flow (4 hours): Prompts as specifications, checked answers, costs and limits, and when a rule is better.
- Failure (4 hours): Retries, alerts, logs and tests. Participants break each other's automations on purpose.
- Your own, live (4 hours): Your automation goes live, and you defend it: its value, its limits, what happens when it fails.

### Outcomes

- Build, test and run an automation without help
- Decide where a language model belongs in a flow and where it does not
- Find out why an automation failed, and fix it
- Hand your work over so that a colleague can continue

## Intelligent Systems Masterclass

Two hours for the people who decide. We open up three working systems in front of you: what they do, what they cost, where they go wrong.

- Format: Live seminar
- In short: a two-hour live masterclass
- For: those who decide
- Button: Sign Up for Seminar
- Audience: Founders and leaders who will pay for such a system or be accountable for it.
- Length: 2 hours, live
- Where: On video, live, not recorded
- Group: At most 30 people
- Bring: One decision you are about to make

### Agenda

- Record, rule, model, person (20 minutes): The four parts of every intelligent system, and what each should do.
- Three systems, opened up (35 minutes): A proposal generator, a deal summary and a churn prediction: input, output, error rate.
- When it does not pay off (20 minutes): How to tell within an hour that an idea will cost more than it returns.
- Risk in plain words (15 minutes): Permissions, personal data, wrong answers, and who catches them.
- Your questions (30 minutes): A quarter of the time, and as long as you like afterward.

### Outcomes

- Ask a vendor the five questions that separate a system from a demo
- Read a return model and find its weakest assumption
- Name the decisions that must stay with a person at your firm
`;
