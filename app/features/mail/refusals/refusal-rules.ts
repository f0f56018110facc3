import type { RefusalCause } from "./refusal-causes.ts";

/*
 * Rules that determine the cause of a refusal, in order; the first match decides. A rule matches by the words of the response, by
 * its enhanced status code (RFC 3463), by its reply code (RFC 5321), or by several of them. Words come first, because servers
 * choose codes loosely: Microsoft 365 sends 5.4.1 for a missing mailbox, others 5.7.1 or 5.0.0.
 *
 * Refusals because of the sender come before those of the recipient: if a response could mean both, no address is suppressed.
 * Addresses, host names, URLs and IP addresses are removed from the words first, so that `antispam.mx.example` is not spam.
 */

export type RefusalRule = { cause: RefusalCause; words?: RegExp; code?: RegExp; reply?: RegExp };

export const refusalRules: readonly RefusalRule[] = [
  // The mailbox accepts some senders only.
  {
    cause: "restricted",
    words:
      /SenderNotAuthenticated|RESOLVER\.RST\.(?!RecipSizeLimit|SendSizeLimit)|not authenticated for (?:the )?(?:group|mailbox|recipient)|allowed[ -]?senders?|only accepts? (?:e-?mails?|mail|messages?) from|(?:not (?:permitted|allowed|authorized)|permission) to (?:send|post|submit)(?: (?:mail|messages?))? to (?:this|the) (?:group|list|recipient|mailbox|address)|members? only|moderated/i,
  },
  { cause: "restricted", code: /^5\.7\.(?:12[459]|13[3-6]|193|2)$/ },

  // Our address, our server, or how fast we send.
  {
    cause: "sender",
    words:
      /\bsender(?:'s)?(?: (?:e-?mail|envelope|address|domain|id))*:? (?:is |was |has been |verify |verification |not |address |<[^>]*>:? )*(?:rejected|denied|refused|blocked|invalid|unknown|unverified|verified|allowed|accepted|authorized|failed|prohibited|disallowed|blacklisted)|\b(?:bad|invalid|unknown|blocked|rejected|unauthorized|untrusted|malformed) (?:sender|return.?path)|sending (?:domain|server|host|ip|mta)/i,
  },
  {
    cause: "sender",
    words: /\b(?:spf|dkim|dmarc|senderid|sender policy)\b|unauthenticated|authenticat(?:e|ed|ion)\b/i,
  },
  {
    cause: "sender",
    words:
      /block ?list|black ?list|deny ?list|dnsbl|\brbl\b|spamhaus|barracuda|spamcop|sorbs|blocked using|(?<!not )\blisted (?:in|at|by|on)\b|reputation|banned|reverse (?:dns|lookup|hostname)|\bptr\b|\bhelo\b|\behlo\b|client host (?:\S* )?(?:rejected|blocked)|your (?:\S+ )?(?:ip|host|server|network|e-?mail server|domain|isp)\b|\bip (?:address )?(?:\S+ )?(?:is |has been |was )?(?:blocked|rejected|denied|listed)|starttls|tls (?:is )?required/i,
  },
  {
    cause: "sender",
    words:
      /relay(?:ing)?(?: \S+){0,30} (?:denied|not (?:allowed|permitted|possible)|prohibited|disabled)|(?:unable|cannot|refuse|not permitted|not allowed|do(?:es)? not) to? ?relay|we do not relay|relaying|not a gateway/i,
  },
  {
    cause: "sender",
    words:
      /\brate.?limit|throttl|sending (?:quota|limit|rate)|unusual rate|too many (?:connections|messages|recipients|e-?mails|sessions|errors|invalid recipients)(?! in (?:the|this|your) mailbox)|(?:hourly|daily|messages?) (?:sending |user )?(?:quota|limit) exceeded|reached (?:your|the) (?:hourly|daily|sending|message) (?:\w+ )?(?:limit|quota)/i,
  },
  { cause: "sender", code: /^[45]\.1\.(?:7|8|9|20|90)$/ },

  // What we wrote.
  {
    cause: "content",
    words:
      /\bspam(?!trap)|virus|malware|phish|unsolicited|bulk (?:e-?)?mail|suspicious|junk (?:e-?)?mail|content (?:was |is |has been )?(?:rejected|refused|blocked|denied|not accepted|filter|policy|restriction|violat)|(?:message|mail|email) (?:content|body)|prohibited (?:content|attachment|file)|attachment|due to (?:\w+ )?polic(?:y|ies)|polic(?:y|ies) (?:reasons?|violations?|rejections?|restrictions?|block)|(?:violat|against)\w* (?:\w+ ){0,3}polic|complain/i,
  },

  // Full, or too large.
  {
    cause: "mailbox_full",
    words:
      /mail ?box (?:\S+ )?(?:is |has |size |disk |storage |for \S+ )*(?:full|over|exceed|limit|quota)|over ?quota|quota(?: \w+)? (?:exceeded|full|reached)|quota$|exceed\w* (?:\w+ ){0,4}(?:quota|storage|mailbox)|insufficient (?:system |disk )?(?:storage|space)|out of (?:storage|disk|space)|disk (?:is )?full|no space left|not enough (?:\w+ )?(?:space|storage)|storage (?:allocation|limit|space|quota)|full mailbox|too many messages in|postfach (?:ist )?voll|bo(?:î|i)te (?:\S+ )?pleine|buz(?:ó|o)n (?:est(?:á|a) )?lleno|casella piena/i,
  },
  {
    cause: "too_large",
    words:
      /too (?:large|big|long)|(?:message|mail) size|size (?:limit|exceeds?)|exceeds? (?:\w+ ){0,3}size|RecipSizeLimit|SendSizeLimit/i,
  },

  // These codes are exact; servers repeat "user unknown" beside them.
  { cause: "mailbox_full", code: /^[45]\.2\.2$/ },
  { cause: "too_large", code: /^[45]\.(?:2\.3|3\.4)$/ },

  // Temporary states whose words would otherwise match a dead mailbox.
  {
    cause: "server",
    words:
      /gr[ea]y ?list|receiving (?:e-?mail|mail|messages) (?:at a rate|too quickly)|temporar(?:y|ily) (?:disabled|unavailable|rejected|lookup|failure|deferred|problem|locked|suspended)|try (?:again|later)/i,
  },

  // Dead mailboxes and domains.
  {
    cause: "disabled",
    words:
      /(?:account|mail ?box|user|recipient|address)\b(?: \S+){0,6}? (?:is |has been |was |are )?(?:currently |permanently )?(?:disabled|inactive|deactivated|suspended|closed|expired|terminated|discontinued|deleted|removed|blocked for delivery|not active|no longer (?:active|valid|available|in use|in service|accept))|(?:inactive|disabled|closed|deactivated) (?:user|account|mail ?box|recipient|address)|no longer (?:works?|with|employed|at)\b|has left the/i,
  },
  {
    cause: "no_domain",
    words:
      /(?:host|domain)(?: or domain)?(?: name)?(?: \S+)? (?:not found|unknown|(?:does not|doesn't|do not) exist|has no (?:mx|mail)|is not (?:hosted|local))|no such (?:host|domain)|(?:unknown|invalid|non-?existent) (?:host|domain)|nxdomain|host ?unknown|couldn't find any host|null ?mx|(?:domain|host)(?: \S+)? (?:does not|doesn't|never) (?:accept|receive)s? (?:any )?(?:e-?)?mail|no mx\b|isn't in my control|DNS domain/i,
  },
  { cause: "no_mailbox", code: /^5\.4\.1$/, words: /recipient address rejected|access denied/i },
  { cause: "restricted", words: /recipient address rejected: access denied/i },
  {
    cause: "no_mailbox",
    words:
      /no such (?:\w+ )?(?:user|mail ?box|recipient|account|address|person|addressee|alias|name)|(?:user|mail ?box|recipient|account|address(?:ee)?|mailbox name|local.?part|alias)\b(?: \S+){0,8}? (?:is |was |are |could |can |be )*(?:unknown|not (?:be )?(?:found|exist|known|valid|recognized|listed|located|registered|local|here)|(?:does not|doesn't|do not|don't|didn't|didnt|doesnt) exist|invalid|isn't known|non-?existent|unavailable|undeliverable|unrouteable)|(?:unknown|invalid|non-?existent|bad|undeliverable|illegal|incorrect) (?:\w+ )?(?:user|recipient|mail ?box|address|rcpt|account|local.?part|destination|alias)|(?:does not|doesn't|doesnt|do not) have an?\b.{0,60}\b(?:account|mail ?box)|user ?unknown|(?:recipient|user|mail ?box) ?not ?found|RecipNotFound|RecipientNotFound|no (?:mail ?box|account|user|recipient)s? (?:here|by that|with that|found|for)|not (?:our|a) (?:customer|known user|valid (?:user|recipient|mail ?box|address))|un(?:rout(?:e?able)|deliverable) (?:mail )?(?:domain|address)|address (?:\S+ )?(?:rejected$|unknown)|no longer exists?|not listed in .{0,40}directory|recipient (?:rejected|refused)$|utilisateur inconnu|destinataire inconnu|adresse inconnue|(?:benutzer|empf(?:ä|ae)nger|teilnehmer|postfach|adresse) (?:\S+ )?(?:unbekannt|existiert nicht|nicht gefunden|nicht vorhanden)|usuario desconocido|(?:utente|destinatario) (?:sconosciuto|inesistente)|(?:destinatario|usuario|buz(?:ó|o)n) (?:no existe|inexistente|n(?:ã|a)o existe)|u(?:ż|z)ytkownik nie ?(?:znany|istnieje)/i,
  },
  { cause: "no_mailbox", reply: /^550$/, words: /^(?:#?[\d. ]*)?address rejected/i },
  {
    cause: "server",
    words:
      /tim(?:ed?|e) ?out|connect(?:ion)? (?:was |has been )?(?:refused|reset|lost|closed|failed|dropped|died)|lost connection|no route|unreachable|too busy|overload|in the queue too long|queue\.expired|expired|loop|hop ?count|too many hops|service (?:currently |temporarily )?(?:unavailable|not available)|temporar|deferred|name service error|(?:dns|mx) (?:lookup|query|error|server)|greeting|out of memory|system (?:not accepting|resources)/i,
  },

  // Codes, if the words say nothing.
  { cause: "no_mailbox", code: /^[45]\.1\.(?:0|1|3|6|10)$/ },
  { cause: "no_domain", code: /^[45]\.(?:1\.2|4\.4|4\.310|7\.18)$/ },
  { cause: "disabled", code: /^[45]\.(?:2\.1|7\.17)$/ },
  { cause: "mailbox_full", code: /^[45]\.(?:2\.12[12]|3\.1)$/ },
  { cause: "content", code: /^[45]\.(?:6\.\d+|7\.0)$/ },
  { cause: "sender", code: /^[45]\.(?:7\.\d+|4\.5|5\.3)$/ },
  { cause: "server", code: /^[45]\.(?:3\.[025]|4\.\d+)$/ },

  // Reply codes, if there is nothing else.
  { cause: "mailbox_full", reply: /^(?:552|452)$/, code: /^$/ },
  { cause: "sender", reply: /^(?:571|530|535|454)$/ },
  { cause: "server", reply: /^4\d\d$/ },
  { cause: "server", code: /^4\./ },
];
