/** Lists the limits of the service in one table. */
import { inline, table } from '../../html';
import { factNamed } from '../facts';
import type { DocumentPart } from './index';

const LIMITS: readonly (readonly [what: string, value: string])[] = [
  [
    'Requests per organization',
    '{rate.second} a second, {rate.burst} at once, however many processes answer; the operator may set other values',
  ],
  ['Request body', '{body.mib} MiB, nested {json.depth} levels deep'],
  ['File of participants to import', '{import.mib} MiB'],
  ['Rows on a page of a list', '1 to {page.max}; {page.default} unless `limit` says otherwise'],
  ['Events in a batch', '1 to {batch.max}'],
  ['Balance operations in a batch', '1 to {operations.max}'],
  ['Recipients of a transfer', '1 to {transfer.recipients}'],
  ['Assets in a lookup', '1 to {assets.lookup}'],
  ['`idempotency_key`', '1 to {key.max} characters of any script; in the `Idempotency-Key` header printable ASCII'],
  ['First outcome under the key of a `replay` operation', 'kept for {key.hours} hours'],
  ['`reference_id`', '1 to {reference.max} characters, not beginning with `service:`'],
  ['`description` of a balance operation', '1 to {description.max} characters'],
  [
    'Numbers in `event_data`, attributes, metadata and payloads',
    'from −2^53 to 2^53, with no more digits than a double keeps (15 always are); send others as text',
  ],
  ['Names of fields in them', 'each once in its object; not `__proto__`'],
  [
    'Tags, attributes and counters',
    '{state.max} of each per participant, group or program; {state.batch} changes per request; {tag.max} characters per tag',
  ],
  ['Counters with a `window`', 'at most 366 days; {marks.max} amounts that were added at different times'],
  ['Actions of a rule', '1 to {actions.max}'],
  ['Events that create events', '{events.depth} levels'],
  ['Retries of an event that failed for a temporary reason', '{events.retries}, after {events.delays} seconds'],
  ['Shapes of events', 'windows of 1 to {shapes.days} days; 1 to {shapes.sample} sampled events per window'],
  ['Expression', '{cel.source} characters, brackets {cel.brackets} deep, loops {cel.loops} deep'],
  ['One evaluation', '{cel.milliseconds} ms and {cel.steps} steps; texts and lists of {cel.built} characters or elements'],
  ['Text matched against a regular expression', '{cel.regex} characters'],
  ['Attempts of a webhook', '{webhook.attempts}; {webhook.timeout} seconds each'],
  ['Pause after a 429 from an endpoint', 'its `Retry-After`, at most an hour; {webhook.pause} seconds without one'],
  ['Deadline of a pending redemption', '60 seconds to 365 days'],
  ['Deliveries of webhooks, log of requests', 'kept for {webhook.days} and {log.days} days'],
];

export const limitsPart = (): DocumentPart => ({
  markup: table(
    ['What', 'Limit'],
    LIMITS.map(([what, value]) => [inline(what), inline(value.replace(/\{([a-z.]+)\}/g, (_, name: string) => factNamed(name)))]),
  ),
  examples: [],
});
