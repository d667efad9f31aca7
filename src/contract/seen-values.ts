/** Seen values on the wire: what the fields of a program's events, and the tags and attributes of its participants, lately had as values. */
import { z } from 'zod';
import { Timestamp, Uuid } from './primitives';

export const SeenValuesQuery = z.strictObject({ programId: Uuid });
export type SeenValuesQuery = z.infer<typeof SeenValuesQuery>;

const Count = z.int().min(0);

const SeenField = z
  .strictObject({
    path: z
      .string()
      .describe('Path of the field; the elements of a list are written `items[].category`.')
      .meta({ examples: ['channel'] }),
    present_count: Count.describe('Number of the sampled events or participants in which the field has a value.').meta({
      examples: [1602],
    }),
    values: z
      .array(
        z.strictObject({
          value: z.union([z.string(), z.number(), z.boolean()]),
          count: Count.describe('Number of the sampled events or participants that have this value.'),
        }),
      )
      .describe('At most 20 values, most common first.')
      .meta({
        examples: [
          [
            { value: 'web', count: 1204 },
            { value: 'store', count: 310 },
            { value: 'app', count: 88 },
          ],
        ],
      }),
    truncated: z.boolean().describe('Whether the field has more values than shown.'),
  })
  .meta({ id: 'SeenField' });

const sample = (what: string) =>
  z.strictObject({
    sample_size: Count.describe(`Number of ${what} that were read, at most 1,000: the latest ones.`),
    fields: z.array(SeenField).describe('At most 200 fields, by path.'),
  });

export const SeenValues = z
  .strictObject({
    as_of: Timestamp,
    program_id: Uuid,
    events: sample('events').describe('Values of the fields of `event_data`.'),
    participants: sample('participants').describe('Values of tags, as `tags[]`, and of attributes, as `attributes.city`.'),
  })
  .meta({ id: 'SeenValues' });
export type SeenValues = z.infer<typeof SeenValues>;
