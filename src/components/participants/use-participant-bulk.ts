/** The bulk actions on participants; each row is its own call, the same as on the participant's page. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { PAGE_LIMIT_MAX } from '@/contract/choices';
import type { Participant } from '@/contract/participant';
import { amountOf } from '@/domain/money';
import { useAssetIndex } from '@/components/assets/asset-index';
import { counted, type Bulk, type BulkAction, type Typed } from '@/components/bulk/action';
import { useMay } from '@/components/shell/session';
import { groupDigits } from '@/components/ui/money';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import { AmountFields } from './amount-fields';
import { PARTICIPANT_MOVES, type ParticipantMoveStatus } from './moves';
import { participantName } from './participant-name';
import { TagFields } from './tag-fields';

const NOUN = ['participant', 'participants'] as const;
const AMOUNT = /^\d{1,40}(\.\d{1,18})?$/;

type Client = ReturnType<typeof useTRPCClient>;
type Action = BulkAction<Participant>;

/** @param filters of the list, to find all matching participants. */
export function useParticipantBulk(
  filters: Omit<NonNullable<Parameters<Client['participants']['list']['query']>[0]>, 'cursor' | 'limit'>,
): Bulk<Participant> | undefined {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { symbolOf } = useAssetIndex();
  const { change } = useMay();
  if (!change) return undefined;
  const symbol = (assetId: string) => symbolOf(assetId) ?? '';
  return {
    noun: NOUN,
    idOf: ({ id }) => id,
    nameOf: participantName,
    pathOf: ({ id }) => `/participants/${id}`,
    actions: [
      tagAction(client, 'add'),
      tagAction(client, 'remove'),
      moveAction(client, 'SUSPENDED'),
      moveAction(client, 'ACTIVE'),
      amountAction(client, 'CREDIT', symbol),
      amountAction(client, 'DEBIT', symbol),
      moveAction(client, 'CLOSED'),
    ],
    refresh: () => void queries.invalidateQueries(trpc.participants.pathFilter()),
    pageAt: (cursor) => client.participants.list.query({ ...filters, limit: PAGE_LIMIT_MAX, cursor }),
  };
}

function moveAction(client: Client, status: ParticipantMoveStatus): Action {
  const { verb, done, consequence, dangerous } = PARTICIPANT_MOVES[status];
  return {
    verb,
    done,
    dangerous,
    offered: { to: (row) => row.status !== status, others: `Participants who are already ${done} are skipped.` },
    consequence: (rows) => consequence(counted(rows.length, NOUN)),
    act: ({ id }) => client.participants.update.mutate({ id, status }),
  };
}

function tagAction(client: Client, change: 'add' | 'remove'): Action {
  const adds = change === 'add';
  return {
    verb: adds ? 'Add a tag' : 'Remove a tag',
    joint: adds ? 'to' : 'from',
    done: adds ? 'tagged' : 'without the tag',
    consequence: (rows, { tag }) => {
      const named = tag?.trim() ? `the tag “${tag.trim().toLowerCase()}”` : 'the tag';
      const whom = counted(rows.length, NOUN);
      return adds
        ? `Gives ${named} to ${whom}; rules see it from now on.`
        : `Takes ${named} from ${whom}; participants without it do not change.`;
    },
    asks: { initial: { tag: '' }, Fields: TagFields, ready: ({ tag }) => Boolean(tag?.trim()) },
    act: ({ id }, { tag = '' }) => client.participants.state.changeTags.mutate({ id, [change]: [tag] }),
  };
}

function amountAction(client: Client, type: 'CREDIT' | 'DEBIT', symbolOf: (assetId: string) => string): Action {
  const gives = type === 'CREDIT';
  const consequence = (rows: readonly Participant[], { amount = '', asset_id = '' }: Typed): string => {
    const whom = counted(rows.length, NOUN);
    if (!AMOUNT.test(amount.trim())) return gives ? `Gives ${whom} the same amount each.` : `Takes the same amount from each of ${whom}.`;
    const inWords = (text: string) => `${groupDigits(text)} ${symbolOf(asset_id)}`.trim();
    const places = amount.trim().split('.')[1]?.length ?? 0;
    const all = inWords(amountOf(amount.trim()).times(rows.length).toFixed(places));
    return gives
      ? `Gives ${inWords(amount.trim())} to each of ${whom}: ${all} in all.`
      : `Takes ${inWords(amount.trim())} from each of ${whom}, ${all} in all; participants who have less keep everything.`;
  };
  return {
    verb: gives ? 'Give' : 'Take',
    joint: gives ? 'to' : 'from',
    done: gives ? 'credited' : 'debited',
    dangerous: !gives,
    consequence,
    asks: {
      initial: { program_id: '', asset_id: '', amount: '', description: '' },
      Fields: AmountFields,
      ready: ({ asset_id, amount = '', description }) => Boolean(asset_id && AMOUNT.test(amount.trim()) && description?.trim()),
    },
    act: ({ id }, { program_id = '', asset_id = '', amount = '', description = '' }, idempotency_key) =>
      client.participants.balances.adjust.mutate({
        id,
        type,
        program_id,
        asset_id,
        amount: amount.trim(),
        description: description.trim(),
        idempotency_key,
      }),
  };
}
