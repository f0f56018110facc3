/** The default terms of service. */
export const termsPreset = `Version: 1
Effective: 2025-09-29

# Terms of Service

What you can expect from {{firm_name}} and what we expect from you: for the website, the free analysis, the full blueprint, projects, the retainer and training.

- The analysis is free and its figures are estimates, with their assumptions beside them.
- The blueprint fee is paid in advance and is non-refundable once the kickoff session is completed.
- Projects: 50% on signing, 50% on completion, before handover.
- Retainers: monthly in advance, month-to-month, {{retainer_notice}}.

## The agreement {#agreement}

These terms are an agreement between {{firm_name}} (“we”) and anyone who uses this website or orders from us (“you”). By using the site, creating an account or ordering, you accept them. If you act for a firm, you confirm that you have the authority to bind it.

A project, a retainer or a training also has a contract or order of its own. Where it differs from these terms, the contract or order prevails.

Our services are for businesses. They are not directed to people under 16.

## The services {#services}

- A free automation analysis, made by the blueprint wizard from your answers.
- The full implementation blueprint: build instructions for the automations of your analysis.
- Fixed-price automation projects.
- Managed RevOps and automation, as a monthly retainer.
- Training: a workshop, an online certification and a live seminar.
- A starter kit to download, and a newsletter, both free.

We may improve or change the free services, and end one of them with 30 days' notice. What you have paid for is delivered as agreed.

## Accounts and access codes {#accounts}

An account needs a verified email address and true information. Keep your password to yourself; you are responsible for what is done with your account until you tell us that someone else has access to it.

The wizard opens with an access code that we send by email within {{code_within}} of a request. A code is personal, valid for 30 days, works once, and only for the account with the address it was sent to. Sharing an account is not allowed; access from more than five devices within 24 hours is suspended for a day.

You can delete your account at any time. We may close an account that is used against section {{section:use}}.

## The free analysis {#free-analysis}

The analysis is an estimate. It is computed from what you enter and from assumptions that are [published](/assumptions); hours and value have a low, an expected and a high case. It is not a promise of a result, nor legal, tax or investment advice.

It costs nothing and commits you to nothing. You may keep it, use it inside your firm, and build from it yourself or with others.

## The full blueprint {#full-blueprint}

You get it in one of {{full_blueprint_ways}}.

- The blueprint fee is paid in advance.
- It is refundable in full until the kickoff session is completed, and non-refundable once the kickoff session is completed.
- An architect prepares the blueprint in {{blueprint_time}} from kickoff. If we need longer, we tell you before that date.
- The kickoff session is the first working session about your blueprint, by call or in writing, in which its scope is agreed.

## Projects {#projects}

A project has a fixed price from {{price_project_from}}, typically {{price_project_from}} to {{price_project_to}}, and takes {{project_time}}. Scope, price, acceptance tests and any guarantee are in its contract before work starts.

- 50% of the price is billed on signing, 50% on completion, before handover.
- Completion means that what was agreed runs and passes its acceptance tests. Tell us within 10 business days what does not; we fix it at no cost.
- Handover, that is, the transfer of documents, settings and rights, follows when the second half is paid.
- If you change what is to be built, we tell you what that does to price and schedule, and continue once you have agreed in writing.
- If work is waiting on you for more than 30 days, we may bill what has been done and reschedule the rest.

## Managed RevOps retainer {#retainer}

The retainer costs from {{price_retainer}} per month. It runs month-to-month, without a long-term commitment.

- It is billed monthly in advance.
- Either side may end it with {{retainer_notice}}; email is enough. Work and payment continue through the notice period.
- The order states what is included each month. Work that is not used does not carry over unless the order says so.
- When it ends, everything we built stays in your accounts and keeps running, and we hand over its documents.

## Invoices, late payment and taxes {#fees}

- Prices are in US dollars and exclude taxes. Applicable taxes are added to the invoice.
- Invoices are due on receipt unless they name another date.
- On balances unpaid after 30 days we charge a late fee of 1.5% per month, or the highest rate the law allows if that is lower.
- We may pause work while an invoice is unpaid for more than 30 days, after telling you.
- Costs of third-party tools, such as licenses and usage, are yours and are paid to their vendors directly.
- If you dispute an invoice, tell us within 30 days and pay the rest.

## Fair use {#use}

You may use the site for its purpose. You may not:

- break or test its security, guess codes or passwords, or get around limits, except under our published rules for reporting vulnerabilities;
- enter other people’s data without permission, or addresses that are not yours;
- send anything unlawful, deceptive or harmful through it or through what we build for you;
- scrape its content beyond what robots.txt allows, or resell the site or the analysis as your own service;
- use what we build to send unsolicited mass mail or to make decisions about people in ways the law forbids.

## Who owns what {#ownership}

- Your data, your answers and your systems are yours. You allow us to use them as far as the services require.
- Your analysis is yours to use. Full blueprints, automations and their documents made for you are yours once they are paid.
- Our methods, the return model, the wizard, templates and prior know-how remain ours. Where they are part of what we deliver, you may use them in your firm without time limit.
- The templates of the starter kit may be used and changed inside your firm, and for your clients as part of your own work, but not sold or published as a collection.
- The software of this site is published under an open license of its own, which these terms do not limit.
- We name you as a client only if you agree.

## Confidentiality and data protection {#confidentiality}

What one side learns about the other and is not public stays confidential, during our work and for three years after; trade secrets and personal data for as long as they remain so. Each side shares it only with people who need it and are bound in the same way, or when the law requires it.

The [Privacy Policy](/privacy-policy) says how we handle personal data. Where we work with personal data in your systems, we do so on your instructions only, and sign a data processing agreement before we begin.

## Warranty, guarantee and liability {#warranty}

We work with professional care. We fix defects in what we delivered that appear within {{guarantee_days}} days of handover, at no cost. This does not cover changes made by others, or tools whose vendors change or end them.

The 90-day ROI guarantee applies to projects whose contract names a yearly value and how it is measured: by {{guarantee_day}} the yearly value at run rate reaches that figure, or we continue the work unpaid until it does. [The assumptions page](/assumptions) says how to read the figures on this site.

Free services come as they are. Neither side is liable for lost profit or for indirect damage. Our total liability is limited to what you paid us in the twelve months before the claim, or $500 if that is more. These limits do not apply to willful misconduct, gross negligence, personal injury, breach of confidentiality, or where the law does not allow them.

## Breach and termination {#termination}

- If one side materially breaches an agreement, the other may give written notice. If the breach is not put right within 30 days, the agreement can be ended at once.
- A retainer can be ended without a reason with {{retainer_notice}} (section {{section:retainer}}).
- A project that you end without a breach on our side is billed for the work done until then, and at least the half that is due on signing.
- Either side may end an agreement at once if the other becomes insolvent.
- Sections {{section:fees}}, {{section:ownership}}, {{section:confidentiality}}, {{section:warranty}} and {{section:general}} survive termination, as does what is due by then.

## General {#general}

- Changes to these terms are published here with a new date. We notify account holders by email at least 30 days before a material change; contracts already in force keep the terms they were made under.
- The law of the State of New York applies, without regard to its conflict-of-laws rules, and its courts have jurisdiction. Rights under the law of your own country that cannot be waived are not affected.
- If a part is not valid, the rest remains in effect. Not using a right does not waive it. Neither side may assign the agreement without the other's consent, except with the whole of its business.
- Neither side is liable for events beyond its control, such as network outages or government actions, as long as it takes reasonable steps to limit their effects.
- Notices are in writing; email counts.

Questions about these terms: {{contact_email}}. A person answers {{answer_time}}.
`;
