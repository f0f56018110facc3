/** The default privacy policy. */
export const privacyPreset = `Version: 1
Effective: 2025-09-29

# Privacy Policy

What {{firm_name}} knows about you, why, for how long, who else sees it, and how to get a copy or have it removed.

- We keep what you tell us, and use it for the purpose you gave it for.
- Visits are counted without cookies. No page loads anything from another company.
- You can download everything in your account, or delete it, without asking.
- We sell nothing and show no advertising.

## Who we are and what this policy covers {#who-we-are}

{{firm_name}} (“we”) advises firms on go-to-market automation and builds it. This policy covers this website, the accounts and the blueprint wizard on it, the emails we send, and the calls and training you book here. We decide why and how the personal data described here is used, so we are its controller.

When we work inside your systems during a project or a retainer, the data in them stays yours: you are the controller, we act on your instructions, and the contract of that work says so in detail.

Questions about anything here: {{contact_email}}.

## What we collect {#what-we-collect}

Only what you enter yourself, and what a server needs to know to respond. We buy no data.

Table: What we collect, when, and what for

| When | What | What for |
| --- | --- | --- |
| You create an account | Email address, a salted hash of your password; if you give them: name, title, focus area, top outcome, cost of an hour of work, company, industry | To sign you in and to fill in your analysis |
| You are signed in | One session: when it began, when it was last used, your browser's name, a hash of your network address | To keep you signed in and to show you where you are |
| You request access | Email address, company name; if you give them: website, role, industry | To send you an access code and to know who is waiting |
| You use the wizard | Your answers about the firm, its tools and processes; every analysis made from them; a hash of device features at each check of your access | To make the analysis, to save your work, to notice shared accounts |
| You book a call | Name, email address, time zone, time of the call, what you write about it | To hold the call and to remind you of it |
| You subscribe to the newsletter | Email address, which form it was, when, the sentence you agreed to | To send it, and to prove that you wanted it |
| You register for training | Email address, company name; if you give them: website, role, industry; program, when, the sentence you agreed to | To write to you about that program |
| You reply to one of our emails | Your reply without the email it quotes, the address it came from, and whether a program sent it; files attached to it are not kept | To answer you, and to stop emails that expect a reply |
| You get automatic follow-up emails | Which emails we sent you and when, whether they arrived, and whether you replied or unsubscribed | To follow up on your request, analysis or call, and to stop when you unsubscribe |
| You click a link in a follow-up email, if you agreed that we count clicks | Your consent with its time and wording; which link, when, whether a person or a program asked for it, and for 30 days a hash of the network address with a key that changes every day | To learn what helps you, and to tell people from programs that check emails |
| You comment on a full blueprint | What you write, on which section, and when | To answer you, on the page and by email |
| You pay | What, how much, when, and the payment's reference; never your card | To deliver what you paid for and to keep our books |
| You visit a page | See section {{section:cookies-and-counting}} | To know which pages are read and which are slow, and to notice attacks |

If the link you followed has campaign tags (utm_source, utm_medium, utm_campaign), a form you send on that page includes them, so that we learn where people hear of us.

## How we use it, and on what legal basis {#how-we-use-it}

- To do what you asked for: your account, your analysis, a booked call, a registration, a purchase. Legal basis: a contract, or steps toward one at your request.
- To send the newsletter. Legal basis: your consent, which you can withdraw at any time.
- To answer you and to follow up on a request for access, an analysis or a call, in person or by automatic follow-up emails. They go only to addresses that their owners confirmed or gave to us. Legal basis: our legitimate interest in talking to firms that contacted us. One click on the link in each of these emails ends all of them.
- To count which links you open in follow-up emails. Legal basis: your consent, which is optional and off unless you give it, and which you can withdraw at any time.
- To keep the service safe and working: limits against guessing and flooding, records of what administrators did, counts of visits. Legal basis: our legitimate interest in a service that works and is not abused.
- To keep books and answer authorities where a law requires it. Legal basis: legal obligation.

The figures of an analysis are calculated from your answers with published assumptions. We make no automated decisions that have legal or similarly significant effects on you.

## Cookies, storage and the counting of visits {#cookies-and-counting}

Reading this site sets no cookie. There is no banner because there is nothing to agree to.

- When you sign in, one cookie holds your session, and for some minutes another holds a sign-in that is waiting for its second step. They are read by our server only and are needed for what you asked for. When you book a call in a browser without scripts, one holds the link of that call for an hour. Another exists only on preview copies of the site, for people we invited.
- Your browser's own storage holds an id of your visit, a security token, and, in the wizard and in forms of an account, input that is not saved yet. They stay on your device and you can clear them.
- We count visits ourselves, without cookies. Your network address is used to send you the page and is never stored: what is kept is a hash of it with a random key that is deleted the next day, so that it cannot connect visits on two days. A hash of the visit's id connects the pages of one visit. We record the pages you open and what you click on them, where you came from, how long you stayed, how fast the page was, and plain facts: browser, operating system, kind of device, screen size, language and time zone. We never record what you type. When you send us a form with your email address, or work in your account, the visit is connected to that address.
- If your browser sends Do Not Track or Global Privacy Control, a page view is counted without any id or hash, and is connected to no one.
- You can see and delete what is stored under the id of your visit on the page [My visit data](/privacy/my-data).

No page of ours loads anything from another company: no fonts, scripts, pictures, maps, pixels or advertising. The one exception would be a calendar or payment page of the companies in section {{section:who-else-sees-it}}, which opens only when you book or pay with it.

## Who else sees it {#who-else-sees-it}

The people at {{firm_name}} who work for you, and the following companies as far as they need it to do their part. They act on our instructions, under contract, and may not use the data for their own purposes.

Table: Who receives what

| Who | What they receive | When |
| --- | --- | --- |
| The company that runs our servers | Everything, stored on its machines | Always |
| Our email provider | Your address and the text of the email | When we write to you |
| The scheduling provider, where one is used instead of our own calendar | What you enter when you book a call | When you book |
| The calendar provider of the person you meet, where they connected a calendar | Your name, email address, time and notes of the call, your guests and a summary of your analysis | When you book |
| The payment provider (Stripe), where card payment is offered | Your payment details, amount and reference | When you pay by card |
| The language-model provider, where one is used for the written comments of an analysis | Figures and the names of tools and processes, without your name, email address or company name | When an analysis is made |

We never sell personal data and never share it for advertising. We give data to authorities only when the law requires it and only what it requires, and we tell you unless that is forbidden.

If you make a link to share an analysis or a full blueprint, anyone with the link can read it until you revoke it.

## How long we keep it {#how-long}

Table: How long things are kept

| What | How long |
| --- | --- |
| Account, profile, blueprints, analyses | Until you delete them, or seven days after you delete your account: until then you can cancel the deletion |
| A blueprint you deleted | 30 days, then it is gone for good |
| Sessions | 7 days without use, 30 days at most |
| Checks of wizard access | 90 days |
| Access codes | Valid for 30 days; the record that one was sent stays with your request |
| Newsletter address | A week if you do not confirm it; otherwise until you unsubscribe, and afterward only a note not to email it |
| Requests, registrations, bookings | As long as we are in touch about them, and at most three years after that |
| Emails we sent you, and your replies to them | With the record they belong to; codes and links in them are removed once sent |
| Requests for links in our emails | 30 days; which links you clicked stays with the email |
| Records of single visits | {{visit_months}} months at most; afterward only totals without any id |
| Server logs | 30 days; addresses, ids and tokens are removed before anything is written |
| Invoices and payments | As long as tax law requires |

Backups are kept for at most 30 days beyond that. What you delete is in them until they are replaced, and in nothing else.

## How we protect it {#how-we-protect-it}

- Every connection is encrypted. Pages run no third-party code and block any that is injected.
- Passwords are kept as salted hashes, access codes, tokens and links as keyed hashes; a second factor's secret is encrypted. A copied database opens no account.
- Administrators need a second factor, and what they do is recorded.
- Guessing passwords is slowed down, without locking out the owner of the account.
- Logs are scrubbed: email addresses, ids, codes and tokens are removed before a line is written.

No system is perfectly safe. If your data gets into the wrong hands, we tell you and the authority without delay, and say what happened and what to do.

## Your rights and how to use them {#your-rights}

- See and download: your [account page](/account) gives you all the data in your account as one file.
- Correct: change your profile, your email address and your answers yourself.
- Your visits: [My visit data](/privacy/my-data) shows what is stored under the id of your visit and deletes it, without an account.
- Delete: the account page deletes the account with its blueprints, analyses, and the events of your calls in connected calendars. What the law requires us to keep is restricted until we may delete it.
- Stop emails: the newsletter and automatic follow-up emails each end with one click on the link in every such email, without an account.
- Counted clicks: agree to them or withdraw your consent under [Follow-up emails](/account?tab=email) in your account, or on the page that the link in a follow-up email opens. From then on nothing is counted, even in emails you already have.
- Object to or restrict what we do on the basis of our legitimate interest, and withdraw your consent at any time for the future.
- Complain to the data protection authority where you live or work.

For anything the account page does not do, or if you have no account, write to {{contact_email}}. We answer {{answer_time}} and do what is asked within 30 days, at no cost. We may ask for proof that the address is yours.

Residents of California and other states with privacy laws have these rights too. We do not sell or share personal information as those laws define it, and we do not discriminate against anyone for using a right.

## Where data is processed {#where}

Our team and servers are in the United States; the companies in section {{section:who-else-sees-it}} may use servers elsewhere. If you are in the European Economic Area, the United Kingdom or Switzerland, your data is therefore transferred. We rely on the standard contractual clauses of the European Commission or on an adequacy decision, and send a copy of the clauses on request.

## Children {#children}

Our services are for firms and are not directed to people under 16. We do not knowingly collect data from anyone under 16; if you believe that we have, write to us and we will delete it.

## Changes and contact {#changes}

When this policy changes, the date at its top changes with it. If a change concerns what we do with data we already have, we notify account holders by email at least 30 days before it takes effect.

Write to us at {{contact_email}} about anything in it.
`;
