/** Says what is kept of the codes of an event or a decision, and how it is told. */
import type { CodeVerdict } from './judge';

/** REFUSED: it does not apply. UNUSED: it applies, or was not looked at, and nothing came of it, so that it can be used again. */
export const CODE_USES = ['PENDING', 'RESERVED', 'REDEEMED', 'RETURNED', 'REFUSED', 'UNUSED'] as const;
type CodeUseStatus = (typeof CODE_USES)[number];

/** As it is stored. */
export interface KeptCode {
  readonly code: string;
  readonly batch_id: string | null;
  readonly status: Extract<CodeUseStatus, 'REDEEMED' | 'REFUSED' | 'UNUSED'>;
  readonly error_code: string | null;
  readonly message: string | null;
  readonly margin: string | null;
}

/** @param isFailed whether the event failed, so that nothing of it was used. */
export const keptCodes = (verdicts: readonly CodeVerdict[], isFailed: boolean): KeptCode[] =>
  verdicts.map(({ code, batch, refusal, used }) => ({
    code,
    batch_id: batch && batch.id,
    status: refusal ? 'REFUSED' : used && !isFailed ? 'REDEEMED' : 'UNUSED',
    error_code: refusal && refusal.code,
    message: refusal && refusal.message,
    margin: refusal && refusal.margin,
  }));

/** The codes of an event as they were sent, of which nothing more is known. */
export const untoldCodes = (codes: readonly string[], status: 'PENDING' | 'UNUSED') =>
  [...new Set(codes)].map((code) => ({ code, batch_id: null, status, error_code: null, message: null, margin: null }));
