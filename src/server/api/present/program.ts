/** Presents programs with their assets and calendars. */
import type { Asset } from '@/contract/asset';
import type { CalendarItem, CalendarOmission, CalendarOverlap, ProgramCalendar } from '@/contract/calendar';
import type { Program } from '@/contract/program';
import type { DatedItem, LeftOut } from '@/domain/calendar/item';
import type { WindowOverlap } from '@/domain/calendar/overlaps';
import { amountOf, formatAmount } from '@/domain/money';
import type { AssetRecord } from '@/server/db/repositories/programs/assets';
import type { ProgramRow } from '@/server/db/repositories/programs/programs';
import type { ProgramCalendarRead } from '@/server/services/programs/program-calendar';
import { presentTime } from './time';

export function presentProgram(row: ProgramRow): Program {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    on_unknown_participant: row.on_unknown_participant,
    redemption_ttl: row.redemption_ttl,
    redemption_target: row.redemption_target,
    timezone: row.timezone,
    asset_ids: row.asset_ids,
    rule_configuration_version: row.rule_configuration_version,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

export function presentAsset(row: AssetRecord): Asset {
  return {
    id: row.id,
    name: row.name,
    symbol: row.symbol,
    scale: row.scale,
    inventory_mode: row.inventory_mode,
    issuance_policy: row.issuance_policy,
    max_transaction_amount: row.max_transaction_amount === null ? null : formatAmount(amountOf(row.max_transaction_amount), row.scale),
    program_ids: row.program_ids,
    status: row.status,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

export const presentCalendar = ({ programId, frame, items, overlaps, leftOut }: ProgramCalendarRead): ProgramCalendar => ({
  program_id: programId,
  timezone: frame.timeZone,
  from: presentTime(frame.from),
  to: presentTime(frame.to),
  items: items.map(presentItem),
  overlaps: overlaps.map(presentOverlap),
  omitted: leftOut.map(presentOmission),
});

const presentItem = ({ from, to, assetId, ...item }: DatedItem): CalendarItem => ({
  ...item,
  from: presentTime(from),
  to: presentTime(to),
  asset_id: assetId,
});

const presentOverlap = ({ rules, from, to, relation, eventTypes, sentence }: WindowOverlap): CalendarOverlap => ({
  rules: rules.map(({ id, name }) => ({ id, name })),
  from: presentTime(from),
  to: presentTime(to),
  relation,
  event_types: eventTypes === null ? null : [...eventTypes],
  sentence,
});

const presentOmission = ({ kind, count, atLeast }: LeftOut): CalendarOmission => ({ kind, count, at_least: atLeast });
