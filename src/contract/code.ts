/** Single codes and their uses on the wire. */
import { z } from 'zod';
import { CodeBatch } from './code-batch';
import { CodeText } from './code-use';
import { createdWindow, filterQuery, listQuery, pageOf, sortedBy } from './page';
import { Timestamp, Uuid } from './primitives';

const STATES = ['UNUSED', 'USED', 'VOID'] as const;

export const Code = z
  .strictObject({
    code: z.string().describe('In upper case, without spaces and dashes.'),
    program_id: Uuid,
    batch_id: Uuid,
    status: z.enum(STATES).describe('UNUSED: nobody has used it. USED: at least once. VOID: nobody can use it any more.'),
    used: z.int().describe('Number of uses that stand, including those that decisions have reserved.'),
    max_uses: z.int().nullable().describe('Maximum number of uses; null for no limit.'),
    created_at: Timestamp,
  })
  .meta({ id: 'Code' });
export type Code = z.infer<typeof Code>;

export const CodeRedemption = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    batch_id: Uuid,
    code: z.string(),
    participant_id: Uuid,
    event_id: Uuid.nullable().describe('The event that used the code; null while it is only reserved, and once it is given back.'),
    decision_id: Uuid.nullable().describe('The decision that used it or reserves it.'),
    status: z
      .enum(['RESERVED', 'REDEEMED', 'RETURNED'])
      .describe('RESERVED: a decision holds the use. REDEEMED: an event used it. RETURNED: the reservation ended and gave it back.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'CodeRedemption' });
export type CodeRedemption = z.infer<typeof CodeRedemption>;

/** What somebody needs who is asked why a code does not work. */
export const CodeDetail = Code.extend({
  batch: CodeBatch,
  problem: z
    .strictObject({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why nobody can use the code now; null when it can be used, as far as the event and the participant allow.'),
  redemptions: z.array(CodeRedemption).describe('The latest uses, at most 20.'),
}).meta({ id: 'CodeDetail' });
export type CodeDetail = z.infer<typeof CodeDetail>;

export const CodePath = z.strictObject({ code: CodeText.describe('The code in any spelling.'), program_id: Uuid });
export type CodePath = z.infer<typeof CodePath>;

const codeFilters = {
  batch_id: Uuid.describe('The batch whose codes are listed.'),
  status: z.enum(STATES).optional(),
};

export const ListCodes = listQuery({ ...codeFilters, ...sortedBy(['code'], 'asc') });
export type ListCodes = z.infer<typeof ListCodes>;
export const ExportCodes = filterQuery({ ...codeFilters, ...sortedBy(['code'], 'asc') });
export type ExportCodes = z.infer<typeof ExportCodes>;
export const CodePage = pageOf(Code);
export const CodeExport = Code;

export const ListCodeRedemptions = listQuery({
  program_id: Uuid.optional(),
  batch_id: Uuid.optional(),
  participant_id: Uuid.optional(),
  event_id: Uuid.optional(),
  status: z.enum(['RESERVED', 'REDEEMED', 'RETURNED']).optional(),
  ...createdWindow,
  ...sortedBy(['created_at']),
});
export type ListCodeRedemptions = z.infer<typeof ListCodeRedemptions>;
export const CodeRedemptionPage = pageOf(CodeRedemption);
