/** The default text of Our Story. */
export const storyPreset = `# From Gridlock to Growth

Growing firms rarely lack effort, and never lack software. Work stalls at the intersections, where one team waits for another.

> “No one would build a house without a drawing. Yet firms automate their revenue without one.”
>
> The idea {{firm_name}} was founded on

The story repeats from firm to firm. A team is slow, so the firm buys a tool. The tool needs data from two others, so someone exports it every Monday. That person leaves. The firm buys a second tool to fill the gap, and now there are two exports every Monday.

Each step made sense. What was missing was the view from above: where the work goes, who waits for whom, what an hour of waiting costs. An architect provides that view before anyone moves a wall. We started {{firm_name}} to do the same for how a firm finds, wins and keeps its customers.

So the plan comes first. It is based on your own answers, it shows its low case and its assumptions, and it is free, because a firm should see where its work stalls before it decides who fixes it.

## Gridlock is arithmetic, not laziness {#handoffs}

Each line connects two teams that hand work to each other manually. Every new team adds a line to each of the others.

### Ten people

Everyone hears everything. Three small teams, three handoff lines.

### Thirty people

A spreadsheet now holds what everyone in the room used to know. Its owner is on vacation.

### A hundred people

Eight teams, eight tools, and people hired to carry data between them.

### The same firm, one record in the middle

Each team passes its work to one shared record. A ninth team adds just one line.

## Three values, and what each means in practice {#values}

### Results-Driven

We are done when a number has moved, not when a tool has been installed.

Hours before and after, a low case next to the expected one, and a guarantee measured on {{guarantee_day}}.

### Human-Centered

The people who do the work come first. Machines do what rules can decide; judgment stays with people.

They describe the work, test the automation and can switch it off.

### Innovative Solutions

We go beyond the usual when it helps you, and stick with what is proven when it does not.

Language models where their output can be checked; plain rules where rules are enough.

## What you can hold us to {#promises}

Six promises. If we break one, quote it to us.

| We | We do not |
| --- | --- |
| Fix the price before work starts | Bill by the hour, which rewards slow work |
| Build in your accounts, under your logins | Run your processes on systems you cannot reach |
| Show the low case next to the expected one | Show one confident number |
| Publish every assumption, with its source or the label “our assumption” | Hide a factor that makes a result look better |
| List anything that does not pay back within twelve months under “later” | Sell it anyway |
| Leave the blueprint with you, no matter who builds from it | Make it expensive to leave: a retainer ends with 30 days' notice |
`;
