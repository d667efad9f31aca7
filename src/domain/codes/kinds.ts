/** Lists what batches of codes can be, for whoever needs none of their terms. */

/** SHARED: one code for everybody. UNIQUE: many that the service makes. IMPORTED: many that were made elsewhere. */
export const CODE_BATCH_KINDS = ['SHARED', 'UNIQUE', 'IMPORTED'] as const;
export type CodeBatchKind = (typeof CODE_BATCH_KINDS)[number];

export const CODE_BATCH_STATUSES = ['GENERATING', 'ACTIVE', 'PAUSED', 'ARCHIVED'] as const;
export type CodeBatchStatus = (typeof CODE_BATCH_STATUSES)[number];

/** The most codes of one batch. */
export const MAX_CODES_OF_BATCH = 1_000_000;
