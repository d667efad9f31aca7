/** Previews for whom an automation would create events now, and which; stores nothing, and is bounded in time. */
import type { PreviewAutomation } from '@/contract/automation-preview';
import { automationFaults } from '@/domain/automations/check';
import {
  compileAutomation,
  concerns,
  guardHolds,
  makeEvent,
  type AutomationCandidate,
  type CompiledAutomation,
  type Made,
  type GuardSurroundings,
  type GuardResult,
} from '@/domain/automations/evaluate';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import type { ExpressionFault } from '@/domain/rules/check';
import type { Ctx } from '@/server/platform/context';
import {
  countAudience,
  nextCandidates,
  readProgramState,
  type AudienceScope,
} from '@/server/db/repositories/automations/automation-audience';
import { autocommit } from '@/server/db/transaction';
import { getProgram } from '@/server/services/programs/programs';

const PAGE = 250;
/** Programs with more participants are only sampled: the first ones tell enough. */
const GONE_THROUGH = 5_000;
const LOOKED_AT = 1_000;
const LONGEST_MS = 2_000;
const SHOWN = 5;

interface Somebody {
  readonly id: string;
  readonly externalId: string;
}

export interface Preview {
  readonly faults: readonly ExpressionFault[];
  readonly guard: GuardResult;
  readonly participantCount: number | null;
  readonly evaluated: number;
  readonly matched: number;
  readonly failed: number;
  readonly complete: boolean;
  readonly examples: readonly { readonly participant: Somebody | null; readonly made: Made }[];
  readonly failures: readonly { readonly participant: Somebody; readonly reason: string }[];
}

const NOTHING: Preview = {
  faults: [],
  guard: { ok: true, holds: true },
  participantCount: null,
  evaluated: 0,
  matched: 0,
  failed: 0,
  complete: true,
  examples: [],
  failures: [],
};

/** @throws DomainError not_found (program). */
export async function previewAutomation(ctx: Ctx, { id: programId, ...sent }: PreviewAutomation): Promise<Preview> {
  const now = ctx.clock.now();
  await getProgram(ctx, programId);
  const draft = {
    scope: sent.scope,
    participant_filter: (sent.scope === 'PARTICIPANTS' && sent.participant_filter) || null,
    guard_condition: sent.guard_condition ?? null,
    event: sent.event ?? { type: 'preview', data: {} },
  };
  const faults = automationFaults(draft);
  if (faults.length > 0) return { ...NOTHING, faults, complete: false };
  const compiled = compileAutomation(draft);
  const scope: AudienceScope = { organizationId: ctx.organization.id, programId, now, reading: compiled.reading };
  const surroundings = { program: await readProgramState(autocommit, scope), now, budget: ruleBudget(() => performance.now()) };
  const guard = guardHolds(compiled, surroundings);
  if (draft.scope === 'PROGRAM')
    return { ...NOTHING, guard, examples: [{ participant: null, made: makeEvent(compiled, null, surroundings) }] };
  return { ...NOTHING, guard, ...(await goThrough(scope, compiled, surroundings)) };
}

async function goThrough(scope: AudienceScope, compiled: CompiledAutomation, surroundings: GuardSurroundings): Promise<Partial<Preview>> {
  const participantCount = await countAudience(scope);
  const most = participantCount > GONE_THROUGH ? LOOKED_AT : Infinity;
  const tally = new Tally(compiled, surroundings);
  const end = surroundings.budget.now() + LONGEST_MS;
  let reached: string | null = null;
  for (let complete = false; !complete;) {
    const page = await nextCandidates(autocommit, scope, reached, PAGE);
    for (const candidate of page) tally.add(candidate);
    reached = page.at(-1)?.participant.id ?? null;
    complete = page.length < PAGE;
    if (!complete && (tally.evaluated >= most || surroundings.budget.now() > end)) return { participantCount, complete, ...tally.result() };
  }
  return { participantCount, complete: true, ...tally.result() };
}

class Tally {
  evaluated = 0;
  private matched = 0;
  private failed = 0;
  private readonly examples: Preview['examples'][number][] = [];
  private readonly failures: Preview['failures'][number][] = [];

  constructor(
    private readonly compiled: CompiledAutomation,
    private readonly surroundings: GuardSurroundings,
  ) {}

  add(candidate: AutomationCandidate): void {
    const participant = { id: candidate.participant.id, externalId: candidate.participant.external_id };
    const verdict = concerns(this.compiled, candidate, this.surroundings);
    this.evaluated += 1;
    if (!verdict.ok) {
      this.failed += 1;
      if (this.failures.length < SHOWN) this.failures.push({ participant, reason: `participant_filter: ${verdict.reason}` });
    } else if (verdict.holds) {
      this.matched += 1;
      if (this.examples.length < SHOWN) this.examples.push({ participant, made: makeEvent(this.compiled, candidate, this.surroundings) });
    }
  }

  result(): Pick<Preview, 'evaluated' | 'matched' | 'failed' | 'examples' | 'failures'> {
    const { evaluated, matched, failed, examples, failures } = this;
    return { evaluated, matched, failed, examples, failures };
  }
}
