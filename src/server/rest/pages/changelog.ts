/** Serves the API's changelog, as a page and as an Atom feed. */
import { env } from '@/env';
import type { RestResponse } from '../message';
import { framed } from './docs/frame';
import { headingMarkup } from './docs/markdown';
import { escapeMarkup, html, inline } from './html';

interface Change {
  /** The day of the change. */
  readonly date: string;
  readonly title: string;
  readonly points: readonly string[];
}

/** Newest first. */
const CHANGES: readonly [Change, ...Change[]] = [
  {
    date: '2026-11-27',
    title: 'Campaigns',
    points: [
      'New: campaigns. `POST /v1/campaigns` makes a rule set with a window, an audience and budgets that its rules share; `start`, `pause`, `resume`, `end` and `clone` move and copy it, and `GET …/performance` reports what it gave. Rule sets have a `campaign` with its terms, null for any other set, in configurations, their versions and differences, documents of programs, and change sets; budgets in the result of a backtest have a `campaign`, and `rule_id` is null for one of a campaign.',
      'New: an automation with a `campaign_id` makes events only while that campaign runs; documents of programs name it by `campaign`, the key of its rule set.',
      'New: documents of programs have `challenges`, `notices`, `referral_programs`, `code_batches` and `leaderboards`, and `POST /v1/sandbox/programs/clone` copies them and counts them in `copied`. Codes are never copied: `skipped` names each batch with `CODES_NOT_COPIED`, and `PATCH /v1/code-batches/{id}` gives a batch without codes its first ones by `code` or `count`. What belongs to a deleted campaign is skipped with `CAMPAIGN_NOT_AVAILABLE`.',
      'New: `GET …/rules/configuration/export` has `challenges`, `notices`, `referral_programs`, `code_batches` and `leaderboards`, and `PUT …/rules/configuration` replaces each of them that it is sent; `parts` in its response tells what changed.',
      'Changed: the warnings about a rule consider when its campaign runs and whom it is for; `unreachable_rule` names a campaign that has ended.',
      'New: notices of the kind `CHALLENGE_ENDS` tell participants in time of challenges that they have begun and not completed.',
      'New: items of the kind `CAMPAIGN` in the calendar of a program, and the assumption `RUNNING_CAMPAIGN` of estimates.',
      'New: the webhooks `campaign.started` and `campaign.ended`, each once for each start and end.',
      'New: codes. `POST /v1/code-batches` makes a shared code or up to 1,000,000 unique ones, or takes yours in `…/codes`; events and decisions carry `codes`, rules read those that apply as `codes`, and the answer tells of every other why it does not apply. `GET /v1/codes/{code}` looks one up, and `/v1/code-redemptions` lists who used which.',
      'New: `POST /v1/code-imports` adds a file of up to 1,000,000 codes to a batch in the background; `GET …/{id}` tells how far it is, `…/refused` which lines gave no code and why, and `…/cancel` stops it.',
      'Changed: `explanation` of evaluations, `reason` of what a decision refused and `message` of a code tell a condition that was not met in the words of its sentence, such as `Amount is 37.5; it must be at least 50`. `margin` stays.',
      'New: referrals. `POST /v1/referral-programs` sets the terms under which participants bring friends, `GET /v1/participants/{id}/referral-codes` gives each a code, and `POST /v1/referrals` or a code in `codes` binds a friend once. Rules answer `referral.qualified`, `referral.completed` and `referral.cancelled`.',
      'New: challenges. `POST /v1/challenges` sets a goal over events: so many, a sum, different values, several steps or days in a row, in rounds and periods; `GET /v1/participants/{id}/challenges` says how far somebody is and what is missing. Rules answer `challenge.completed`, `challenge.part_reached` and `challenge.revoked`.',
      'New: leaderboards. `POST /v1/leaderboards` ranks participants by what rules give them, by how a counter rises or by how often they complete a challenge, in a window or in each week, month or quarter; `GET …/ranks` and `GET …/participants/{participant_id}` tell who is where. A season that is over is frozen, and rules answer `leaderboard.prize` once for each prize.',
      'New: notices. `POST /v1/notice-settings` says what participants are told in time, `/v1/notices` lists what they were told and what followed. Rules answer events such as `notice.value_expires`.',
      'Changed: notices of the kind `REWARD_UNUSED` tell of rewards that are reserved and not captured, too; what only gift cards have is then null.',
    ],
  },
  {
    date: '2026-11-26',
    title: 'Rules in sentences, and the time zone of a program',
    points: [
      'New: a rule has `examples` of what it does, which run whenever it is saved, in `PUT …/rules/configuration` and its dry run, when a version is restored and when a program is cloned. If one fails, the rule cannot be `ACTIVE`: 422 `rule_example_failed`, unless `example_override_reason` is sent. `GET /v1/rules/{id}/examples` runs them, and `POST /v1/rules/validate` those of a draft.',
      'New: decisions within the request. `POST /v1/decisions` takes the body of an event and previews, reserves or commits it before it answers, with `redemptions` that are spent in the same breath; a reservation is changed by `PATCH`, and ended by `/commit`, `/cancel` or its deadline. Codes `decision_already_resolved`, `decision_holds_redemption` and `participant_busy`; redemptions of a decision have a `decision_id`, and `GET /v1/decisions?event_id=…` finds the decision that stored an event. A ledger verification checks that nothing is held for one that has ended, `HOLD_ENDED`.',
      'New: change sets. `POST /v1/programs/{id}/change-sets` begins one, `PATCH /v1/change-sets/{id}` adds changes of rules, rule sets and automations to it, `GET …/diff` tells the difference as sentences and by field, `GET …/estimate` what it would have cost, `POST …/publish` makes all of it live at once or at `publish_at`, and `POST …/revert` takes it back. What was changed live meanwhile is 409 `change_set_conflict`; `POST …/rebase` takes what is live as the new base.',
      'New: the rule action `TAKE_BACK` takes back what was earned under a reference, or a share of it, such as for a refund; its journal entries have the type `TAKE_BACK`.',
      'New: every rule has a `sentence`, which says in plain words when it applies, what it does and within which limits; `POST /v1/rules/validate` answers that of a draft, and takes `budgets` and `stop_after_match`.',
      'New: a program has a `timezone`, in which its rules tell days and hours: `now.getHours(program.timezone)`.',
      'New: `POST /v1/programs/{id}/rules/estimate` estimates what a rule costs before it is saved: what it would have given in the last 30 days against what was given, from a sample at once or from all events part by part; the most that one event and a month can cost; when budgets run out; and which other rules touch the same events.',
      'New: `GET /v1/programs/{id}/calendar` shows everything of a program that has a time, in its time zone: windows, periods of budgets, runs to come, qualification years, what falls due on each day, and which rules overlap.',
      'New in CEL: `date(time, zone)` is the day that a calendar in the zone shows, and `isAnniversary(day, time, zone)` tells whether a day comes round.',
      'New in CEL: `participant.enrolled_at` and `recipient.enrolled_at`, when somebody was enrolled in the program, as in `now - participant.enrolled_at < duration("720h")`. Simulations and examples can suppose another time.',
      'New: `GET /v1/programs/{programId}/rules/seen-values` counts the values that the fields of events, and the tags and attributes of participants, lately had, of fields that have few of them.',
      'New: budgets, automations, tiers and their levels carry a `sentence`, as rules do; rules in versions and differences of a configuration, too, with `sentence_before`; entries of the audit log have a `summary` of what changed, which is a column of their CSV. A level can be sent back with its sentence, which is ignored.',
      'New: rewards carry a `sentence`, and entries of the audit log about rewards a `summary`; the rules of a backtest’s result have a `sentence`, too.',
      'New: `GET /v1/participants/{id}` has `enrollments`, when the participant was enrolled in each program; `references` of `POST /v1/rules/validate` name an `enrollment` where a rule reads it.',
      'Changed: the sentence of a rule names references, what becomes of a debit beyond the balance, and from when until when the rule applies; days, moments and durations are told in words.',
      'Changed: sentences tell durations in words, weeks by the day on which they begin, quarters, and amounts by steps, tables, tiers and conditions.',
      'New in CEL: `math.round`, `math.floor`, `math.ceil` and `math.trunc` take a number of decimal places, as in `math.round(event.amount, 2)`.',
      'Changed: a refusal of `POST …/redemptions/items` names the field that chose the asset or the amount: `reward_id`, `quantity` or `face_value_minor`.',
    ],
  },
  {
    date: '2026-11-24',
    title: 'Decimals that are exact in conditions',
    points: [
      'Changed: counters, balances, `decimal(…)` and JSON numbers that are not whole are exact decimals in conditions, whatever their value and size; the CEL page has a table of what every operator and function does with every kind of number.',
      'New: `sum()`, `min()` and `max()` of lists of numbers, and the type `decimal`.',
      'Changed: a rule whose action has a literal amount that can never be moved, such as "0" or "-5", is refused with `invalid_amount`; an expression that can only be so has the warning `unmovable_amount`.',
      'Codes that nothing returns are listed apart on [the error pages](/errors#unused), each with the reason.',
      'Changed: `automations` in `performed` of a clock move counts runs, as their list has them; it counted the steps of each run.',
      'New: `/openapi.json` describes under `webhooks` what receivers get: the headers and the body of every event type, and the answers that are expected.',
      'Changed: no JSON is changed unseen. A number that would be rounded is refused with `amount_precision_exceeded` in attributes, metadata and payloads as in `event_data`; a name that is given twice in one object is `invalid_json`; a field named `__proto__` is refused at any depth.',
      'Changed: an `idempotency_key` in a body has 1 to 255 characters of any script; only the header is limited to ASCII.',
      'Changed: `availability` of lots is null when they are of several assets, whose amounts were added up. Filters of lots that are invalid, exclude each other or name a lot that the balance does not have are `invalid_filter` in lists and in operations.',
      'Changed: archiving a rule or a webhook endpoint again answers 200 and changes nothing, as for everything else that can be archived; `participant_inactive` and `group_archived` name the field that was sent.',
      'Changed: reports and the figures and trial balances of closed periods are paged, as all lists are: `limit` is 50 unless sent. Their CSV, and that of the request log, the audit log and the lines of a correction, is now every row that matches, of any number and as of a single moment.',
      'Changed: every refusal that concerns a field has `param`, and names the field as the request has it: `program_archived`, `asset_archived`, `rule_set_not_empty`, `tier_referenced_by_rules` and others had none; a fault in a draft of rules is at `configuration.rule_sets[…]`; a transfer beyond the balance names `recipients`.',
      'Changed: `created_at` of a logged request is when it came, which its `request_id` says too; it was when it was answered. The log lists requests in that order.',
      'New: `GET /v1/journal-entries/{id}/proof` proves that an entry is in the ledger, by the path from its hash to a signed checkpoint.',
      'Changed: entries are sealed in segments of up to 256, each over the Merkle root of their hashes and the seal before. `entry_hash` no longer covers `previous_hash`; checkpoints sign, and closed periods name, a `seal_hash` where they had an `entry_hash`; an export has a `SEAL` after the entries that it covers.',
      'New: the rows of `GET /v1/rules` carry their `warnings`, as the single rule does.',
      'New: `POST /v1/balances/batch` takes up to 1,000 balance operations on any participants and groups, each with its own key and answered as it would have been alone; with `atomic`, all are done or none. [The guide](/docs/many-operations) shows how.',
      'Changed: the rate limit of an organization is one for all instances of a deployment; each had its own.',
    ],
  },
  {
    date: '2026-11-23',
    title: 'Assistants identified by a metadata document, and suggestions for typing errors',
    points: [
      'New: a client of `/mcp` can use the https address of a document about itself as its `client_id` and then needs no registration (OAuth Client ID Metadata Document).',
      'The consent page shows the host of that document, and warns when the answer goes to an app on the person’s own computer.',
      '`private_key_jwt` is no longer announced: the metadata of the sign-in listed it, but no client could use it.',
      'Changed: what is cancelled now has the status `CANCELLED` everywhere; backtests, corrections and webhook recoveries had `CANCELED`.',
      'New: the warning `failing_rule` marks rules that ended in ERROR for some of the latest 100 events, with the reason.',
      'New: the warning `unknown_member` marks rules that read something a participant, group or program does not have, such as `participant.tag`.',
      'An unknown field is answered with a suggestion when a known one is close; a field that can never be changed has the reason `immutable`.',
      'New: `record` filters `/v1/logs` by the path of a record, and finds the requests that changed it or tried to.',
      'Requests for a path or method that does not exist now count towards the rate limit, carry its headers, and appear in `/v1/logs`.',
    ],
  },
  {
    date: '2026-11-22',
    title: 'Imports, exports, closed books, corrections, assistants and this documentation',
    points: [
      'New: `/v1/imports/participants` imports participants and opening balances from CSV; `dry_run` tries an import first.',
      'New: `/v1/exports/*.csv` exports any number of participants, journal entries, events and redemptions, as of a single moment.',
      'New: `/v1/ledger-periods` closes the books up to a time; `/v1/programs/{id}/corrections` posts what everybody should have had according to a backtest.',
      'New: `/mcp` lets assistants read what a person allows them.',
      'New: `/docs` has a quickstart, concepts, guides and a search; every operation of `/openapi.json` has examples of its request and of each response.',
      'The routes are now described at `/docs/api`. Their former addresses redirect there, except for those now used by guides.',
    ],
  },
  {
    date: '2026-11-21',
    title: 'First release',
    points: [
      'Programs, assets, participants, groups, events, rules, tiers, rewards, redemptions, transfers and automations under `/v1`.',
      'Rules with every action, budgets, simulation, backtests, and configurations that you can keep in a repository.',
      'A double-entry ledger, sealed into a hash chain, with reports and verification.',
      'Signed webhooks with retries, secret rotation, test deliveries and recovery.',
      'Sandboxes with a clock that you can move, and clones of programs.',
      'Gift cards through Tremendous, or a sandbox provider.',
    ],
  },
  {
    date: '2026-10-01',
    title: 'October 2026 contract release',
    points: [
      'Every error has `type`, `code`, `message`, `request_id` and `doc_url`.',
      'Every list takes `limit` and `cursor` and answers `data` and `pagination`.',
      'Enumerated values are `UPPER_SNAKE`; money amounts are strings.',
      'Resources are archived by `PATCH` with `status` set to `ARCHIVED`.',
      'Keys are sent as `Authorization: Bearer`; `X-API-Key` stays accepted.',
      'Tags, attributes and counters change by `PATCH`.',
      'Participant paths take `ext:` and your own id.',
      'Durations have the units `s`, `m`, `h`, `d` and `w`.',
      'New: the `VOID_PENDING` rule action, Standard Webhooks headers, test deliveries and the `event.rejected` webhook.',
    ],
  },
  {
    date: '2026-03-01',
    title: 'Webhook payloads of 2026-03-01',
    points: ['`api_version` `2026-03-01` names the present contract of webhook `data`.'],
  },
];

export function changelogPage(): RestResponse {
  const entries = CHANGES.map(
    ({ date, title, points }) =>
      html`${headingMarkup(2, escapeMarkup(title), date)}
        <p class="soft"><time datetime="${date}">${date}</time></p>
        <ul>
          ${points.map((point) => html`<li>${inline(point)}</li>`)}
        </ul>`,
  );
  const main = html`<h1>Changelog</h1>
    <p>
      There is one live version, <code>/v1</code>. New fields, endpoints and error codes may appear at any time; breaking changes are
      announced here with a date. <a href="/changelog.xml">Subscribe to the feed.</a>
    </p>
    ${entries}`;
  return framed({ path: '/changelog', title: 'Changelog', main });
}

const midnight = (date: string): string => `${date}T00:00:00Z`;

export function changelogFeed(): RestResponse {
  const base = env().PUBLIC_URL;
  const entries = CHANGES.map(
    ({ date, title, points }) => `<entry>
<id>${escapeMarkup(`${base}/changelog#${date}`)}</id>
<title>${escapeMarkup(title)}</title>
<updated>${midnight(date)}</updated>
<link href="${escapeMarkup(`${base}/changelog#${date}`)}"/>
<content type="text">${escapeMarkup(points.join('\n'))}</content>
</entry>`,
  );
  const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeMarkup(`${base}/changelog`)}</id>
<title>Rewards program service: API changelog</title>
<updated>${midnight(CHANGES[0].date)}</updated>
<author><name>Rewards program service</name></author>
<link rel="self" href="${escapeMarkup(`${base}/changelog.xml`)}"/>
${entries.join('\n')}
</feed>
`;
  return { status: 200, headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' }, body };
}
