/** Batches of codes on the wire: many codes with common terms, or one that everybody uses. */
import { z } from 'zod';
import { CODE_BATCH_KINDS, CODE_BATCH_STATUSES, MAX_CODES_OF_BATCH } from '@/domain/codes/kinds';
import { CODE_LENGTH, MAX_PREFIX_LENGTH } from '@/domain/codes/generate';
import { canBeCode, normalizedCode } from '@/domain/codes/text';
import { CodeBatchKey, CodeText } from './code-use';
import { archivedToo, createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { Name, nameOf, refinement, Text, Timestamp, Uuid } from './primitives';

const Kind = z.enum(CODE_BATCH_KINDS);
const Status = z.enum(CODE_BATCH_STATUSES);

export const CodeBatch = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    campaign_id: Uuid.nullable().describe('The campaign, which is a rule set, that the codes belong to.'),
    key: z.string().describe('Key by which rules name the batch: `codes.exists(c, c.batch == "spring")`.'),
    name: z.string(),
    kind: Kind.describe('SHARED: one code for everybody. UNIQUE: codes that the service makes. IMPORTED: codes that were made elsewhere.'),
    status: Status.describe('GENERATING until all codes are made; only the codes of an ACTIVE batch can be used.'),
    prefix: z.string(),
    length: z.int().nullable().describe('Characters behind the prefix, of which the last is a check character; null unless UNIQUE.'),
    wanted: z.int().describe('Number of codes that the batch is to have.'),
    made: z.int().describe('Number of codes that it has.'),
    max_total: z.int().nullable().describe('Maximum number of uses of all codes together. Null for no limit, and so for the others.'),
    max_per_participant: z.int().nullable().describe('Maximum number of uses by one participant.'),
    max_per_code: z.int().nullable().describe('Maximum number of uses of one code.'),
    active_from: Timestamp.nullable().describe('From when on the codes can be used, by the time of the event.'),
    active_to: Timestamp.nullable().describe('Until when, exclusive.'),
    condition: z.string().nullable().describe('CEL condition on the event and the state around it, without which a code does not apply.'),
    exclusive_group: z.string().nullable().describe('Of the batches of a group, only one code applies to an event.'),
    priority: z.int().describe('In an exclusive group, the code of the batch with the highest priority applies.'),
    redeemed_count: z.int().describe('Number of uses that stand, including those that decisions have reserved.'),
    sentence: z.string().describe('The batch as one plain sentence.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the batch was archived; null unless it is archived.'),
  })
  .meta({ id: 'CodeBatch' });
export type CodeBatch = z.infer<typeof CodeBatch>;

const Bound = z.int().min(1);
const Count = z.int().min(1).max(MAX_CODES_OF_BATCH);

const terms = {
  max_total: Bound.nullable().optional(),
  max_per_participant: Bound.nullable().optional(),
  active_from: Timestamp.nullable().optional(),
  active_to: Timestamp.nullable().optional(),
  condition: Text.min(1)
    .max(4_000)
    .nullable()
    .optional()
    .meta({ examples: ['event.amount >= 50'] }),
  exclusive_group: nameOf(63).nullable().optional(),
  priority: z.int().min(-1_000_000).max(1_000_000).optional(),
};

/** A code as its owner writes it, stored normalized. */
const OwnCode = CodeText.refine(
  (text) => canBeCode(normalizedCode(text)),
  refinement('Must have 1 to 36 letters A to Z and digits, besides spaces and dashes.', { reason: 'invalid_format' }),
);

const Prefix = Text.max(MAX_PREFIX_LENGTH * 2).refine(
  (text) => text === '' || (canBeCode(normalizedCode(text)) && normalizedCode(text).length <= MAX_PREFIX_LENGTH),
  refinement(`Must have at most ${MAX_PREFIX_LENGTH} letters A to Z and digits.`, { reason: 'invalid_format' }),
);

export const CreateCodeBatch = z
  .strictObject({
    program_id: Uuid,
    campaign_id: Uuid.optional(),
    key: CodeBatchKey.describe('Unique in the program, archived batches included.'),
    name: Name,
    kind: Kind,
    status: z.enum(['ACTIVE', 'PAUSED']).default('ACTIVE').describe('Status once the codes are made.'),
    code: OwnCode.optional().describe('The code of a SHARED batch, which requires it.'),
    count: Count.optional().describe('Number of codes to make for a UNIQUE batch, which requires it.'),
    prefix: Prefix.optional().describe('What the codes of a UNIQUE batch begin with.'),
    length: z
      .int()
      .min(CODE_LENGTH.least)
      .max(CODE_LENGTH.most)
      .optional()
      .describe(
        `Characters behind the prefix; ${CODE_LENGTH.usual} when absent. They must be too many for anybody to guess one of \`count\` codes.`,
      ),
    max_per_code: Bound.nullable().optional().describe('1 when absent, or no limit for a SHARED batch. It cannot be changed later.'),
    ...terms,
  })
  .meta({ id: 'CodeBatchCreation' });
export type CreateCodeBatch = z.infer<typeof CreateCodeBatch>;

export const CodeBatchPath = z.strictObject({ id: Uuid });

export const UpdateCodeBatch = CodeBatchPath.extend({
  name: Name.optional(),
  status: Status.exclude(['GENERATING'])
    .optional()
    .describe('Allowed changes: ACTIVE to PAUSED and back, and any to ARCHIVED, which is final.'),
  code: OwnCode.optional().describe('The code of a SHARED batch that has none, as in a copy of a program.'),
  count: Count.optional().describe('Number of codes to make for an ACTIVE, UNIQUE batch that has none.'),
  ...terms,
});
export type UpdateCodeBatch = z.infer<typeof UpdateCodeBatch>;

export const ListCodeBatches = listQuery({
  program_id: Uuid.optional(),
  campaign_id: Uuid.optional(),
  kind: Kind.optional(),
  status: Status.optional(),
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...searchText,
  ...archivedToo,
});
export type ListCodeBatches = z.infer<typeof ListCodeBatches>;

export const CodeBatchPage = pageOf(CodeBatch);

const OWN_CODES_MAX = 10_000;

export const AddCodes = CodeBatchPath.extend({
  codes: z.array(Text.max(100)).min(1).max(OWN_CODES_MAX).describe('Codes that were made elsewhere, in any spelling.'),
});
export type AddCodes = z.infer<typeof AddCodes>;

export const AddedCodes = z
  .strictObject({
    batch: CodeBatch,
    added: z.int().describe('Number of codes that the batch did not have.'),
    existing: z.array(z.string()).describe('Those that the program has already, in this batch or another; they stay as they are.'),
    invalid: z.array(z.string()).describe('Those that cannot be codes: they need 1 to 36 letters A to Z and digits.'),
  })
  .meta({ id: 'AddedCodes' });
export type AddedCodes = z.infer<typeof AddedCodes>;
