/** The ids in the samples of webhooks: of one organization, so that samples fit together. */
export const SAMPLE = {
  ORGANIZATION: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d01',
  PROGRAM: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d02',
  ASSET: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d03',
  PARTICIPANT: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d04',
  ENTRY: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d05',
  EVENT: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d06',
  REDEMPTION: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d07',
  REVERSAL: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d08',
  RECIPIENT: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d09',
  GROUP: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d0a',
  DECISION: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d0b',
  CODE_USE: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d0c',
  CODE_BATCH: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d0d',
  CAMPAIGN: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d0e',
  CHALLENGE: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d20',
  COMPLETION: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d21',
} as const;
