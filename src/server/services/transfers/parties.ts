/** Finds the source and recipients of a transfer by whatever identifier the request uses, and refuses those who may not take part. */
import type { CreateTransfer } from '@/contract/transfer';
import { DomainError } from '@/domain/errors';
import type { KnownParticipant } from '@/domain/events/admission';
import { assertGroupActive, type GroupStatus } from '@/domain/groups';
import type { Holder } from '@/domain/ledger/accounts';
import type { Ctx } from '@/server/platform/context';
import { findKnownParticipants } from '@/server/db/repositories/events/enrollment';
import { findGroupStatuses } from '@/server/db/repositories/people/groups';
import { assertParticipantActive } from '@/domain/participants/profile';
import type { Tx } from '@/server/db/transaction';

interface Name {
  readonly external_id?: string | undefined;
  readonly participant_id?: string | undefined;
  readonly group_id?: string | undefined;
}

interface Parties {
  readonly source: Holder;
  /** In the order of the request, each with its amount there. */
  readonly recipients: readonly { readonly holder: Holder; readonly amount: string }[];
  /** @throws DomainError recipient_not_found (not enrolled in the program), participant_inactive, group_archived. */
  assertMayTakePart(): void;
}

/** @throws DomainError not_found (source), recipient_not_found. */
export async function findParties(ctx: Ctx, tx: Pick<Tx, 'query'>, body: CreateTransfer): Promise<Parties> {
  const sourceName = { external_id: body.source_external_id, participant_id: body.source_participant_id, group_id: body.source_group_id };
  const known = await findNamed(ctx, tx, [sourceName, ...body.recipients], body.program_id);
  const source = known(sourceName);
  if (!source) {
    throw new DomainError('not_found', 'There is no such participant or group in your organization.', {
      param: fieldOf(sourceName, 'source_'),
    });
  }
  const recipients = body.recipients.map((name, index) => ({ name, party: known(name) ?? notFound(name, index) }));
  return {
    source: holderOf(source),
    recipients: recipients.map(({ name, party }) => ({ holder: holderOf(party), amount: name.amount })),
    assertMayTakePart: () => {
      recipients.forEach(({ name, party }, index) => {
        if ('programIds' in party && !party.programIds.includes(body.program_id)) notFound(name, index);
      });
      assertActive(source, fieldOf(sourceName, 'source_'));
      recipients.forEach(({ name, party }, index) => assertActive(party, fieldOf(name, `recipients[${index}].`)));
    },
  };
}

function notFound(name: Name, index: number): never {
  throw new DomainError('recipient_not_found', 'The recipient is unknown or not enrolled in the program.', {
    param: fieldOf(name, `recipients[${index}].`),
  });
}

function assertActive(party: Party, param: string): void {
  if ('programIds' in party) assertParticipantActive(party, param);
  else assertGroupActive(party.status, param);
}

interface KnownGroup {
  readonly id: string;
  readonly status: GroupStatus;
}
type Party = KnownParticipant | KnownGroup;

const holderOf = (party: Party): Holder => ({ type: 'programIds' in party ? 'PARTICIPANT' : 'GROUP', id: party.id });

const fieldOf = (name: Name, prefix: string): string =>
  `${prefix}${(['external_id', 'participant_id', 'group_id'] as const).find((field) => name[field] !== undefined)}`;

/** Looks up all names at once; returns the lookup of the party a name belongs to, if any. */
async function findNamed(
  { organization }: Ctx,
  tx: Pick<Tx, 'query'>,
  names: readonly Name[],
  programId: string,
): Promise<(name: Name) => Party | undefined> {
  const externalIds = names.flatMap(({ external_id }) => external_id ?? []);
  const ids = names.flatMap(({ participant_id }) => participant_id ?? []);
  const groupIds = names.flatMap(({ group_id }) => group_id ?? []);
  const participants =
    externalIds.length + ids.length > 0 ? await findKnownParticipants(tx, organization.id, { externalIds, ids }, [programId]) : [];
  const groups = groupIds.length > 0 ? await findGroupStatuses(tx, organization.id, groupIds) : new Map<string, GroupStatus>();
  const byId = new Map(participants.map((participant) => [participant.id, participant]));
  const byExternalId = new Map(participants.map((participant) => [participant.externalId, participant]));
  return ({ external_id, participant_id, group_id }) => {
    if (external_id !== undefined) return byExternalId.get(external_id);
    if (participant_id !== undefined) return byId.get(participant_id);
    if (group_id === undefined) return undefined;
    const status = groups.get(group_id);
    return status && { id: group_id, status };
  };
}
