/**
 * Applies balance commands once per idempotency key. Those of one organization that are requested at the same time share a transaction: what they need is
 * loaded, they are decided in their order, and those that are not refused are committed together.
 */
import { present } from '@/domain/assert';
import type { Decision } from '@/domain/decision';
import { DomainError, orRefusal } from '@/domain/errors';
import { enrolls, identityOf, type BalanceCommand } from '@/domain/ledger/balance-command';
import { decideBatch, type AppliedCommand, type CommandOutcome, type QueuedCommand } from '@/domain/ledger/command-batch';
import { unknownHolder } from '@/domain/ledger/holder';
import { actingAsService, actor, nameActors } from '@/server/db/audit-scope';
import { commitDecision } from '@/server/db/commit';
import { enroll } from '@/server/db/repositories/events/enrollment';
import { recordOutcomes, type NewOutcome } from '@/server/db/repositories/ledger/idempotency-records';
import type { HolderName } from '@/server/db/repositories/people/holders';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { Coalescers } from '@/server/platform/coalescer';
import type { Ctx } from '@/server/platform/context';
import { idsAt } from '@/server/platform/ids';
import { replayed, whenFree, type OperationOutcome } from '@/server/services/idempotent';
import { loadCommands, openBooks, type CommandRequest, type LoadedCommand, type LoadScope } from './load-commands';
import { presentApplied, type ResultOf } from './present-applied';

const STATUS = 200;
const MAX_BATCH = 100;

type Decided = OperationOutcome<unknown> | DomainError;

/** `in_flight`: another request is using the key. */
export type CommandAnswer = Decided | 'in_flight';

export interface BatchTerms {
  /** What is committed: each command that is not refused, all of them unless one is refused, or nothing. */
  readonly commits: 'EACH' | 'ALL_OR_NOTHING' | 'NOTHING';
  /** Whether no command is applied while the key of any is in flight. */
  readonly waits: boolean;
}

/**
 * @param requests of one organization.
 * @returns one answer per command, in order. The commit fails with KeyTaken when another transaction used a key first.
 */
export async function applyCommands(tx: Tx, requests: readonly CommandRequest[], terms: BatchTerms): Promise<CommandAnswer[]> {
  const { organization, clock } = present(requests.at(-1), 'no batch of commands is empty').ctx;
  const scope = { organizationId: organization.id, now: clock.now() };

  const { commands, books: loaded } = await loadCommands(tx, scope, requests);
  const known = commands.map(answerOrUndecided);
  if (terms.waits && known.includes('in_flight')) return requests.map(() => 'in_flight');
  const undecided = known.filter(isUndecided);
  const books = await openBooks(tx, scope, undecided, loaded);

  const { outcomes, decision } = decideBatch(undecided, books, { ...scope, newId: idsAt(scope.now) });
  const presented = presentAll(undecided, outcomes);
  const decided = new Map(presented.map(({ one, answer }) => [one, answer]));
  const answers = known.map((answer) =>
    isUndecided(answer) ? present(decided.get(answer), 'each undecided command has been decided') : answer,
  );

  const applied = presented.flatMap(appliedOf);
  if (applied.length > 0 && mayCommit(terms, answers)) await commit(tx, scope, decision, applied);
  return answers;
}

/** A command that has no answer yet. */
interface Undecided extends QueuedCommand {
  readonly sent: CommandRequest;
}

const isUndecided = (answer: CommandAnswer | Undecided): answer is Undecided => typeof answer === 'object' && 'sent' in answer;

function answerOrUndecided({ sent, holder, claim, asset }: LoadedCommand): CommandAnswer | Undecided {
  const { ctx, command } = sent;
  if (!holder) return unknownHolder(sent.holder.type);
  if (claim === 'TAKEN') return 'in_flight';
  if (ctx.idempotencyKey === null) return { sent, command, holder, asset, request: null };
  const request = { key: ctx.idempotencyKey, ...identityOf(command, holder) };
  if (claim !== 'FREE') return orRefusal(() => replayed(claim, request.fingerprint));
  return { sent, command, holder, asset, request };
}

/** A command, what was decided on it, and how that is answered. */
interface Presented {
  readonly one: Undecided;
  readonly outcome: CommandOutcome;
  readonly answer: Decided;
}

function presentAll(undecided: readonly Undecided[], outcomes: readonly CommandOutcome[]): Presented[] {
  const bodies = new Map<AppliedCommand, unknown>();
  return outcomes.map((outcome, index) => {
    const one = present(undecided[index], 'each command has one outcome, in order');
    if (outcome.applied === null) return { one, outcome, answer: outcome.refusal };
    const { applied, repeats } = outcome;
    const body = bodies.get(applied) ?? presentApplied(applied);
    bodies.set(applied, body);
    return { one, outcome, answer: { status: STATUS, body, replayed: repeats } };
  });
}

function mayCommit({ commits }: BatchTerms, answers: readonly CommandAnswer[]): boolean {
  if (commits === 'NOTHING') return false;
  return commits === 'EACH' || !answers.some((answer) => answer === 'in_flight' || answer instanceof DomainError);
}

/** A command that is decided for the first time, and what is kept of it. */
interface Applied extends Undecided {
  readonly decision: Decision;
  readonly response: unknown;
}

const appliedOf = ({ one, outcome, answer }: Presented): Applied[] =>
  outcome.applied === null || outcome.repeats || answer instanceof DomainError
    ? []
    : [{ ...one, decision: outcome.applied.decision, response: answer.body }];

async function commit(tx: Tx, { organizationId, now }: LoadScope, decision: Decision, applied: readonly Applied[]): Promise<void> {
  const entries = applied.flatMap((one) => one.decision.entries.map(({ id }) => ({ id, ...one.sent })));
  nameActors(tx, organizationId, new Map(entries.flatMap(({ id, actor }) => (actor ? [[id, actor]] : []))));
  const requestOfEntry = new Map(entries.map(({ id, ctx }) => [id, ctx.requestId]));
  await commitDecision(tx, { organizationId, now, requestOfEntry }, decision);
  const enrollments = applied.flatMap(({ command, holder }) =>
    enrolls(command) && holder.type === 'PARTICIPANT' ? [{ programId: command.program_id, participantId: holder.id }] : [],
  );
  if (enrollments.length > 0) enroll(tx, organizationId, now, enrollments);
  const outcomes = applied.flatMap(({ command, request, response }): NewOutcome[] =>
    request === null ? [] : [{ scopeId: command.program_id, ...request, status: STATUS, response }],
  );
  if (outcomes.length > 0) recordOutcomes(tx, organizationId, now, outcomes);
}

/** One lane per organization, clock offset at the time of the request, and program. */
const together = new Coalescers<CommandRequest, CommandAnswer>(
  (requests) =>
    actingAsService(() => withTransaction((tx) => applyCommands(tx, requests, { commits: 'EACH', waits: false }), { genericPlans: true })),
  MAX_BATCH,
);

/**
 * @throws DomainError not_found, asset_not_found, asset_not_linked, program_suspended, program_archived, participant_inactive,
 * group_archived, refusals of the ledger, and idempotency conflicts.
 */
export function applyCommand<Command extends BalanceCommand>(
  ctx: Ctx,
  holder: HolderName,
  command: Command,
): Promise<OperationOutcome<ResultOf<Command>>> {
  const { id, clockOffsetMs } = ctx.organization;
  const request: CommandRequest = { ctx, holder, command, actor: actor() };
  return whenFree(async () => {
    const answer = await together.add(`${id}/${clockOffsetMs}/${command.program_id}`, request);
    if (answer instanceof DomainError) throw answer;
    // The answer is that to this command, which decides what its result is.
    return answer as OperationOutcome<ResultOf<Command>> | 'in_flight';
  });
}
