/** Presents seen values in their wire form. */
import type { SeenValues } from '@/contract/seen-values';
import type { ProgramValues } from '@/server/services/rules/event-shapes';
import { presentTime } from './time';

export const presentSeenValues = ({ programId, asOf, events, participants }: ProgramValues): SeenValues => ({
  as_of: presentTime(asOf),
  program_id: programId,
  events: presentSample(events),
  participants: presentSample(participants),
});

const presentSample = ({ sampleSize, fields }: ProgramValues['events']): SeenValues['events'] => ({
  sample_size: sampleSize,
  fields: fields.map(({ path, presentCount, values, truncated }) => ({
    path,
    present_count: presentCount,
    values: values.map((value) => ({ ...value })),
    truncated,
  })),
});
