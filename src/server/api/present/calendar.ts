/** Presents the calendar of a program. */
import type { CalendarItem, CalendarOmission, CalendarOverlap, ProgramCalendar } from '@/contract/calendar';
import type { DatedItem, LeftOut } from '@/domain/calendar/item';
import type { WindowOverlap } from '@/domain/calendar/overlaps';
import type { ProgramCalendarRead } from '@/server/services/programs/program-calendar';
import { presentTime } from './time';

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
