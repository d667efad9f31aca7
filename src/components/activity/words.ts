/** Puts each line of a timeline into one sentence, as one would say it to the participant. */
import type { TimelineEntry } from '@/contract/timeline';
import { decisionOf } from '@/domain/ledger/references';
import type { Party } from '@/components/balances/holder-names';
import { basketText } from '@/components/decisions/words';
import { eventName } from '@/components/events/event-name';
import type { TierMembershipKeys } from '@/components/tiers/tier-names';
import { amountText, groupDigits } from '@/components/ui/money';
import type { Outputs } from '@/trpc/outputs';
import { CAMPAIGN_KINDS, campaignNote, campaignRecord, campaignSentence, type CampaignLine } from './campaign-words';

/** As the API returns it. */
export type TimelineItemRow = Outputs['participants']['activity']['timeline']['data'][number];

export interface Names {
  symbolOf(assetId: string): string | undefined;
  holderOf(party: Party): string;
  tierOf(tierMembership: TierMembershipKeys): { tier: string; level: string };
}

type StateChange = Extract<TimelineItemRow, { kind: 'STATE' }>['change'];
type Movement = TimelineEntry['movements'][number];

type CampaignRow = Extract<TimelineItemRow, { kind: 'CODE' | 'REFERRAL' | 'LEADERBOARD' }>;

function lineOf(row: CampaignRow): CampaignLine {
  switch (row.kind) {
    case 'CODE':
      return { about: 'CODE', code: row.code };
    case 'REFERRAL':
      return { about: 'REFERRAL', referral: row.referral };
    case 'LEADERBOARD':
      return { about: 'LEADERBOARD', rank: row.rank };
  }
}

/** What a campaign did by this row, where it is about that. */
function campaignLine(row: TimelineItemRow): CampaignLine | null {
  if (row.kind === 'EVENT') return row.announces;
  return row.kind === 'DECISION' || row.kind === 'ENTRY' || row.kind === 'STATE' ? null : lineOf(row);
}

export function sentenceOf(row: TimelineItemRow, names: Names): string {
  switch (row.kind) {
    case 'EVENT':
      return row.announces ? campaignSentence(row.announces, names.holderOf) : `Event ${eventName(row.event)}`;
    case 'DECISION':
      return `Reserved ${basketText(row.decision)}`;
    case 'ENTRY':
      return entrySentence(row.entry, names);
    case 'STATE':
      return stateSentence(row.change, names);
    case 'CODE':
    case 'REFERRAL':
    case 'LEADERBOARD':
      return campaignSentence(lineOf(row), names.holderOf);
  }
}

/** The note left by whoever caused it, or what followed. */
export function noteOf(row: TimelineItemRow): string | null {
  if (row.kind === 'EVENT' && row.event.error_message) return row.event.error_message;
  const line = campaignLine(row);
  if (line) return campaignNote(line);
  if (row.kind === 'ENTRY') return row.entry.description;
  return row.kind === 'DECISION' ? row.decision.reason : null;
}

type LineKind = 'Event' | 'Reservation' | 'Ledger' | 'Transfer' | 'Redemption' | 'State' | (typeof CAMPAIGN_KINDS)[CampaignLine['about']];

export function kindOf(row: TimelineItemRow): LineKind {
  const line = campaignLine(row);
  if (line) return CAMPAIGN_KINDS[line.about];
  if (row.kind === 'DECISION') return 'Reservation';
  if (row.kind !== 'ENTRY') return row.kind === 'EVENT' ? 'Event' : 'State';
  if (row.entry.transfer) return 'Transfer';
  return row.entry.redemption ? 'Redemption' : 'Ledger';
}

/** The path of its record; null for a manual change of state. */
export function recordOf(row: TimelineItemRow): string | null {
  switch (row.kind) {
    case 'EVENT':
      return row.announces ? campaignRecord(row.announces) : `/events/${row.event.id}`;
    case 'DECISION':
      return `/decisions/${row.decision.id}`;
    case 'STATE':
      return row.change.event_id ? `/events/${row.change.event_id}` : row.change.rule_id && `/rules/${row.change.rule_id}`;
    case 'ENTRY':
      return recordOfEntry(row.entry);
    case 'CODE':
    case 'REFERRAL':
    case 'LEADERBOARD':
      return campaignRecord(lineOf(row));
  }
}

function recordOfEntry({ id, transfer, redemption }: TimelineEntry): string {
  if (transfer) return `/transfers/${transfer.id}`;
  return redemption ? `/redemptions/${redemption.id}` : `/ledger/${id}`;
}

/** Whom a line names besides the holder. */
export function partiesOf(row: TimelineItemRow): Party[] {
  const line = campaignLine(row);
  if (line) return line.about === 'REFERRAL' ? [line.referral] : [];
  return row.kind === 'ENTRY' && row.entry.transfer ? [row.entry.transfer] : [];
}

/** The event or decision that did it, where the line leads to another record. */
export function causesOf(row: TimelineItemRow): { href: string; text: string }[] {
  switch (row.kind) {
    case 'ENTRY':
      return entryCauses(row.entry);
    case 'EVENT':
      return row.announces ? [{ href: `/events/${row.event.id}`, text: 'Event' }] : [];
    case 'CODE': {
      const { event_id, decision_id } = row.code;
      if (event_id) return [{ href: `/events/${event_id}`, text: 'Event' }];
      return decision_id ? [{ href: `/decisions/${decision_id}`, text: 'Decision' }] : [];
    }
    case 'DECISION':
    case 'STATE':
    case 'REFERRAL':
    case 'LEADERBOARD':
      return [];
  }
}

function entryCauses({ id, event_id, rule_id, transfer, redemption, reference_id }: TimelineEntry): { href: string; text: string }[] {
  const decision = decisionOf(reference_id);
  return [
    ...(transfer || redemption ? [{ href: `/ledger/${id}`, text: 'Entry' }] : []),
    ...(decision ? [{ href: `/decisions/${decision}`, text: 'Decision' }] : []),
    ...(event_id ? [{ href: `/events/${event_id}`, text: 'Event' }] : []),
    ...(rule_id ? [{ href: `/rules/${rule_id}`, text: 'Rule' }] : []),
  ];
}

const received = ({ amount }: Movement): boolean => !amount.startsWith('-');
const given = (movement: Movement): boolean => !received(movement);
const inHeld = ({ bucket }: Movement): boolean => bucket === 'HELD';

/** The amounts of the movements that `which` picks, unsigned; of all movements where it picks none. */
function amounts({ movements }: TimelineEntry, { symbolOf }: Names, which: (movement: Movement) => boolean): string {
  const picked = movements.filter(which);
  return (picked.length > 0 ? picked : movements)
    .map(({ amount, asset_id }) => amountText(amount.replace(/^-/, ''), symbolOf(asset_id)))
    .join(' and ');
}

function under(preposition: string, { reference_id }: TimelineEntry): string {
  if (!reference_id) return '';
  return ` ${preposition} ${decisionOf(reference_id) === null ? reference_id : 'a reservation'}`;
}

const byRule = ({ rule_name }: TimelineEntry): string => (rule_name ? ` by rule ${rule_name}` : '');

function entrySentence(entry: TimelineEntry, names: Names): string {
  if (entry.transfer) return transferSentence(entry, entry.transfer, names);
  if (entry.redemption) return redemptionSentence(entry, entry.redemption, names);
  switch (entry.type) {
    case 'CREDIT':
      return creditSentence(entry, names);
    case 'DEBIT':
    case 'FORFEIT':
      return `${entry.type === 'DEBIT' ? 'Took' : 'Forfeited'} ${amounts(entry, names, given)}${byRule(entry)}`;
    case 'TAKE_BACK':
      return `Took back ${amounts(entry, names, given)} earned${under('under', entry)}${byRule(entry)}`;
    case 'CORRECTION':
      return `Corrected: ${entry.movements.some(received) ? 'gave' : 'took'} ${amounts(entry, names, () => true)}`;
    case 'HOLD':
      return `Held ${amounts(entry, names, (movement) => inHeld(movement) && received(movement))}${under('for', entry)}`;
    case 'RELEASE':
      return `Released ${amounts(entry, names, (movement) => inHeld(movement) && given(movement))}${under('from', entry)}`;
    case 'SETTLE':
      return `Settled ${entry.reference_id ?? 'a hold'} at ${amounts(entry, names, ({ bucket }) => bucket === 'AVAILABLE')}`;
    case 'VOID':
      return `Took back ${amounts(entry, names, given)} credited provisionally${under('under', entry)}`;
    case 'MATURE':
      return `${amounts(entry, names, received)} matured and can be spent`;
    case 'EXPIRE':
      return `${amounts(entry, names, given)} expired`;
    case 'FUND':
    case 'BURN':
    case 'REDEEM':
    case 'CAPTURE':
    case 'REVERSE':
    case 'TRANSFER':
      return `${entry.type.charAt(0)}${entry.type.slice(1).toLowerCase()} of ${amounts(entry, names, () => true)}`;
  }
}

function creditSentence(entry: TimelineEntry, names: Names): string {
  const amount = amounts(entry, names, received);
  const verb = entry.rule_name || entry.event_id ? 'Earned' : 'Gave';
  const bucket = entry.movements.find(received)?.bucket;
  if (bucket === 'HELD') return `Issued ${amount} provisionally${under('under', entry)}${byRule(entry)}`;
  return `${verb} ${amount}${byRule(entry)}${bucket === 'DEFERRED' ? ', to mature later' : ''}`;
}

function transferSentence(entry: TimelineEntry, transfer: NonNullable<TimelineEntry['transfer']>, names: Names): string {
  const amount = amounts(entry, names, transfer.sent ? given : received);
  if (!transfer.sent) return `Received ${amount} from ${names.holderOf(transfer)}`;
  const others = transfer.recipient_count - 1;
  return `Sent ${amount} to ${names.holderOf(transfer)}${others > 0 ? ` and ${others} ${others === 1 ? 'other' : 'others'}` : ''}`;
}

function redemptionSentence(entry: TimelineEntry, redemption: NonNullable<TimelineEntry['redemption']>, names: Names): string {
  const { part, reserved, reward_name, quantity } = redemption;
  const what = reward_name ? ` for ${quantity && quantity > 1 ? `${quantity} × ` : ''}${reward_name}` : '';
  switch (part) {
    case 'PLACED':
      return `${reserved ? 'Reserved' : 'Redeemed'} ${amounts(entry, names, reserved ? inHeld : given)}${what}`;
    case 'CAPTURED':
      return `Redeemed the ${amounts(entry, names, given)} reserved${what}`;
    case 'RELEASED':
      return `Got back ${amounts(entry, names, (movement) => !inHeld(movement) && received(movement))} reserved${what}`;
    case 'REVERSED':
      return `Got back ${amounts(entry, names, received)} redeemed${what}`;
  }
}

function stateSentence(change: StateChange, names: Names): string {
  const { key, operation, old_value, new_value } = change;
  switch (change.state_type) {
    case 'TAG':
      return operation === 'REMOVE' ? `Lost the tag ${key}` : `Tagged ${key}`;
    case 'COUNTER':
      if (operation === 'AUTO_RESET')
        return `Counter ${key} fell back to ${valueText(new_value ?? '0')}, from ${valueText(old_value ?? '0')}`;
      return operation === 'DELETE'
        ? `Counter ${key} removed`
        : `Counter ${key} went from ${valueText(old_value ?? '0')} to ${valueText(new_value)}`;
    case 'ATTRIBUTE':
      return operation === 'DELETE' ? `Attribute ${key} removed` : `Attribute ${key} set to ${valueText(new_value)}`;
    case 'TIER':
      return tierSentence(change, names);
  }
}

interface Level {
  readonly level: string;
  readonly rank: number;
}

function tierSentence({ key, program_id, old_value, new_value }: StateChange, { tierOf }: Names): string {
  // The history shows levels in this form.
  const [before, after] = [old_value as Level | null, new_value as Level | null];
  const named = (level: string) => tierOf({ program_id: program_id ?? '', tier: key, level });
  if (!after) return before ? `Lost ${named(before.level).level} in ${named(before.level).tier}` : `Left ${key}`;
  const { tier, level } = named(after.level);
  if (before?.level === after.level) return `Kept ${level} in ${tier}`;
  if (before && after.rank < before.rank) return `Dropped to ${level} in ${tier}`;
  return `Reached ${level} in ${tier}`;
}

const VALUE_MAX = 60;

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? groupDigits(value) : JSON.stringify(value ?? null);
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}
