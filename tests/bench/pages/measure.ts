/** Measures how long calls take: each several times, lists on their first page and a deep one. */
import type { Case } from './cases';
import type { Answered, DashboardSession } from './session';

export const BUDGET_MS = 300;
const DEEP_PAGES = 5;
const DEEP_LIMIT = 200;
/** A slower call is measured only twice. */
const SLOW_MS = 3_000;

export interface Measured {
  readonly procedure: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly page: 'first' | 'deep';
  readonly p50: number;
  readonly p95: number;
  /** The first call, counted separately: it loads code and rows and prepares plans. */
  readonly cold: number;
  /** Why it was refused; null when it succeeded. */
  readonly refusal: string | null;
}

/** @param calls how often each call is made after the first. */
export async function measure(session: DashboardSession, { procedure, input, paged }: Case, calls: number): Promise<Measured[]> {
  const first = await repeat(session, procedure, input, calls);
  const measured: Measured[] = [{ procedure, input, page: 'first', ...first }];
  const cursor = paged && first.refusal === null && first.p50 < SLOW_MS ? await deepCursor(session, procedure, input) : null;
  if (cursor !== null) {
    const deep = { ...input, limit: DEEP_LIMIT, cursor };
    measured.push({ procedure, input, page: 'deep', ...(await repeat(session, procedure, { ...deep }, calls)) });
  }
  return measured;
}

async function repeat(
  session: DashboardSession,
  procedure: string,
  input: unknown,
  calls: number,
): Promise<Pick<Measured, 'p50' | 'p95' | 'cold' | 'refusal'>> {
  const { ms: cold, status, body } = await session.read(procedure, input);
  if (status !== 200) return { p50: cold, p95: cold, cold, refusal: body.error?.message ?? String(status) };
  const times: number[] = [];
  for (let call = 0; call < (cold > SLOW_MS ? 1 : calls); call += 1) times.push((await session.read(procedure, input)).ms);
  times.sort((a, b) => a - b);
  return { p50: at(times, 0.5), p95: at(times, 0.95), cold, refusal: null };
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

/** The cursor after several full pages; null when the list ends before. */
async function deepCursor(session: DashboardSession, procedure: string, input: object): Promise<string | null> {
  let cursor: string | null = null;
  for (let page = 0; page < DEEP_PAGES; page += 1) {
    cursor = nextOf(await session.read(procedure, { ...input, limit: DEEP_LIMIT, ...(cursor === null ? {} : { cursor }) }));
    if (cursor === null) return null;
  }
  return cursor;
}

const nextOf = ({ body }: Answered): string | null =>
  (body.result?.data as { pagination?: { next_cursor: string | null } } | undefined)?.pagination?.next_cursor ?? null;
