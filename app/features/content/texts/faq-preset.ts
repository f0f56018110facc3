/** The default FAQ. */
export const faqPreset = `## Value & ROI {#value-roi}

What automation returns, how certain that is, and what it costs to find out.

### How many hours does automation save? {#what-it-saves}

For a firm of 45 people with 45 to 110 manual hours a week, our model returns 10-30 hours a week[^hoursLanding]. With 75 to 145 manual hours it is 20-40 hours per week[^hoursHome]. Both figures are expected cases.

Your own figure comes from your own answers: which work, how many people, how many hours, how often. [The free analysis](/automation-blueprint-gtmarc) shows it with a low, an expected and a high case, and what each automation contributes.

### How soon does a project pay for itself? {#how-soon}

We plan for a 3-5x return within 6 months[^returnSixMonths]: the yearly value at the run rate reached by then, divided by the fixed price.

Every automation in your analysis has its own payback in months. Any that would not pay for itself within twelve months is left out of the project and listed under “later,” with what would have to change. We do not sell those.

### What does the 90-day ROI guarantee promise? {#guarantee}

It applies when the contract names a yearly value and how to measure it. By {{guarantee_day}}, the measured run rate reaches that value, or we keep working unpaid until it does[^guarantee].

It covers what we built, used as agreed. It does not depend on your market: we measure hours and steps, not how many deals you win.

### Where do the figures come from? {#where-figures-come-from}

From your answers and a published model: what share of each kind of work can be automated, how much of it teams actually adopt, how much of the freed time turns into value, and what the build costs. The range, low to high, comes from 10,000 runs of the model.

[Every assumption](/assumptions) is listed with its origin, and you can change the main ones in your analysis.

### Why is the analysis free? {#why-free}

Done by interview, this survey takes two weeks and costs $2,500[^handmade]. As a wizard, it takes you {{analysis_time}} and costs us next to nothing. And firms that have seen their own numbers ask better questions.

No credit card, no call to sit through. You keep the PDF whether or not you build with us. Everything that costs money is on one page: [pricing](/pricing).

### What does the full blueprint cost? {#full-blueprint}

{{full_blueprint_cost}} It is also part of every full implementation, from {{price_project_from}} in {{project_time}}.

You get the same blueprint each way: fields, triggers, steps, failure handling and tests for every automation in scope, prepared by an architect in {{blueprint_time}} from kickoff.

### Can we also spend less on software? {#tool-costs}

Often, when two tools do the same job. On those, we count on 20-40% lower tech stack cost[^stackCost]: you keep the most expensive tool of each kind and save part of the cost of the others. We never apply it to the whole stack, and your analysis names the tools.

## Process & Technology {#process-technology}

How an idea becomes a running automation, which tools it uses, and who does what.

### What happens between the first answer and the first running automation? {#how-it-works}

Four steps: you get your blueprint, we design the solution with you, we build it in your tools, and we keep improving it. [Our approach](/our-approach) shows what you give and get at each step.

Nothing is built until you have seen its expected value, its price and every step.

### How long does a project take? {#how-long}

{{project_time}} from signing to handover, depending on the number of automations. A larger scope is split into consecutive projects; your analysis shows the total time in months. The full roadmap, sheet {{full_blueprint_sheet}}, is ready {{blueprint_time}} from kickoff.

It sets the order, too: the top 3-5 prioritized initiatives, quick wins first, so that your team is using the first automation while we build the second.

### Which tools do you work with? {#which-tools}

The ones you already have. [About {{tool_count}} products](/#technology-partners) are on our list, from CRM and marketing to support and billing, plus anything else that has an API or can export a file.

We do not sell licenses, and no vendor pays us, so a blueprint adds a tool only where yours cannot do the job.

### Do we have to change our CRM or move our data? {#change-crm}

No. Automations work with your records where they are. If fields are missing or mean different things to different people, the blueprint says which ones, and fixing them is a step in the plan with its own hours.

If two of your systems do the same job, the analysis shows what the overlap costs. You never have to switch systems to work with us.

### How much of our team's time does it take? {#our-time}

{{analysis_time}} for [the analysis](/automation-blueprint-gtmarc), in 3 steps of 5 minutes. During a project, we need one person who can make decisions, and an hour now and then with the people who do the work today: they know the exceptions that no process map shows.

Before handover, the people who will run an automation test it on real cases and learn how to change it.

### Who owns what you build? {#who-owns}

You do. Everything runs in your accounts, under your logins, and comes with its blueprint, tests and settings. Another firm could take it from there.

If you end the retainer, everything keeps running.

### What happens when an automation fails? {#when-it-fails}

It alerts a person and names the record that failed. Every blueprint says what happens when a tool does not respond, a field is empty or a step runs twice, and we test each of these cases before handover.

With Managed RevOps, we get the alert and fix it. Without it, you do, using the blueprint.

## Security & Trust {#security-trust}

What we ask for, what we keep, who can see it, and how to have it removed.

### Do you need access to our systems? {#system-access}

Not for the analysis. The wizard asks about tools and volumes and connects to none of them.

For a project, you give us named accounts with only the permissions the work needs, under your rules. You can see what they do, and you close them at handover.

### What do you keep about us, and who can see it? {#what-you-keep}

What you tell us: your account, your blueprints, the calls you book, the emails we sent you. It is stored in our own database. The people at {{firm_name}} who work for you can see it, and so can the few providers named in our policy; we sell nothing. The [privacy policy](/privacy-policy) lists every item.

You can download or delete all of it in your account, without asking anyone.

### Is a language model trained on our data, and does one see it? {#ai-training}

We do not train models on your data, and we do not let anyone else do so. Automations that use language models run with your own provider under your own contract.

The figures in your analysis are calculated with a published model. To see how its sentences are written, and what data is sent for that, read the note on [how the analysis is written](/assumptions#ai-powered); every analysis also says so.

### How are accounts protected? {#account-safety}

An account works only after its owner has confirmed the email address. Passwords are stored as salted hashes, common ones are rejected, and guessing is slowed down without locking you out. You can see where you are signed in and end any session.

Our own administrators need a second factor. Access codes, tokens and links are stored as hashes, so a stolen copy of the database opens no account.

### Do you track visitors? {#visitor-tracking}

We count visits without cookies. Your network address is never stored, only a hash of it with a key that changes every day. If your browser sends Do Not Track or Global Privacy Control, we count only that a page was viewed.

No page loads anything from another company: no advertising, no fonts, no scripts, no pixels.

### What terms will we sign? {#contract}

Short ones. A project has a fixed price, billed 50% on signing and 50% on completion, before handover. A retainer is billed monthly in advance, month-to-month, and ends with {{retainer_notice}}.

The [terms of service](/terms-of-service) have the details. There is no long-term commitment.`;
