/** Transfers value from one holder to others, after stating what will be left. One opening transfers at most once. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transfer } from '@/contract/transfer';
import { amountOf } from '@/domain/money';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useProgramNames } from '@/components/programs/program-names';
import { balanceKey } from '@/components/balances/operations';
import { participantName } from '@/components/participants/participant-name';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { groupDigits } from '@/components/ui/money';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { RecipientFields } from './recipient-fields';
import { SourceField } from './source-field';
import { totalOf, transferRequest, type TransferDraft, type TransferGiver } from './transfer-draft';

const FIRST_RECIPIENT = { key: 1, kind: 'PARTICIPANT', who: '', amount: '' } as const;

interface TransferDialogProps {
  /** The source; chosen in the dialog when absent. */
  source?: TransferGiver;
  onClose: () => void;
  onSaved?: (transfer: Transfer) => void;
}

export function TransferDialog({ source: given, onClose, onSaved }: TransferDialogProps) {
  const [key] = useState(() => crypto.randomUUID());
  const [source, setSource] = useState<TransferGiver | null>(given ? { kind: given.kind, id: given.id } : null);
  const [draft, setDraft] = useState<TransferDraft>({
    program_id: '',
    asset_id: '',
    recipients: [FIRST_RECIPIENT],
    description: '',
    preserve_expiry: true,
  });
  const { balances, name, known, failure: unknown } = useSource(source);
  const balance = balances.find((row) => balanceKey(row) === balanceKey(draft)) ?? balances[0];
  // Pins the shown balance once editing begins, even if another comes first later.
  const edit = (changes: Partial<TransferDraft>) =>
    setDraft({ ...draft, ...(balance && { program_id: balance.program_id, asset_id: balance.asset_id }), ...changes });
  const { all, symbolOf } = useAssetIndex();
  const programOf = useProgramNames();
  const symbol = symbolOf(balance?.asset_id) ?? '';
  const transfer = useTransfer({ onClose, onSaved });
  const errors = transfer.failure?.fields ?? {};
  const submit = () => {
    if (!source || !balance) return;
    const { program_id, asset_id } = balance;
    transfer.mutate(transferRequest({ ...draft, program_id, asset_id }, source, key));
  };
  const inLots = all.find(({ id }) => id === balance?.asset_id)?.inventory_mode === 'LOT';
  return (
    <FormDialog
      title={given ? `Transfer from ${name}` : 'New transfer'}
      onSubmit={submit}
      onClose={onClose}
      failure={transfer.failure}
      consequence={balance && consequenceOf(draft, balance.available, symbol, name)}
      submitLabel="Transfer"
      pending={transfer.isPending}
      disabled={!balance}
    >
      {!given && <SourceField source={source} onChoose={setSource} error={errors.source_participant_id ?? errors.source_group_id} />}
      {source && (
        <Field
          label="Balance"
          required
          error={errors.program_id ?? errors.asset_id ?? unknown}
          hint={known && balances.length === 0 ? `${name} holds nothing.` : undefined}
        >
          <Select
            options={balances.map((row) => ({
              value: balanceKey(row),
              label: `${programOf(row.program_id) ?? 'Program'} · ${groupDigits(row.available)} ${symbolOf(row.asset_id) ?? ''} available`,
            }))}
            value={balance ? balanceKey(balance) : ''}
            onChange={(chosen) => edit(balances.find((row) => balanceKey(row) === chosen) ?? {})}
          />
        </Field>
      )}
      <RecipientFields recipients={draft.recipients} onChange={(recipients) => edit({ recipients })} errors={errors} />
      {inLots && (
        <Switch
          label="Keep the expiry dates"
          hint="Otherwise what is received never expires."
          checked={draft.preserve_expiry}
          onChange={(preserve_expiry) => edit({ preserve_expiry })}
        />
      )}
      <Field label="Description" hint="Shown in the ledger." error={errors.description}>
        <Input value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
      </Field>
    </FormDialog>
  );
}

function consequenceOf({ recipients }: TransferDraft, available: string, symbol: string, name: string): string {
  const total = totalOf(recipients);
  if (total === null) return '';
  const whom =
    recipients.length === 1
      ? recipients[0]?.kind === 'GROUP'
        ? 'the group'
        : recipients[0]?.who.trim() || 'one recipient'
      : `${recipients.length} recipients`;
  const rest = amountOf(available).minus(amountOf(total));
  const places = Math.max(available.split('.')[1]?.length ?? 0, amountOf(total).decimalPlaces());
  const after = rest.isNegative()
    ? `${name} has only ${groupDigits(available)} ${symbol}, so it will be refused.`
    : `${name} keeps ${groupDigits(rest.toFixed(places))} ${symbol}.`;
  return `Moves ${groupDigits(total)} ${symbol} from ${name} to ${whom}, all or nothing. ${after}`;
}

/** The source's balances and name. */
function useSource(source: TransferGiver | null) {
  const trpc = useTRPC();
  const input = { id: source?.id ?? '' };
  const participant = useQuery(trpc.participants.get.queryOptions(input, { enabled: source?.kind === 'participants' }));
  const group = useQuery(trpc.groups.get.queryOptions(input, { enabled: source?.kind === 'groups' }));
  const { error } = source?.kind === 'groups' ? group : participant;
  const found =
    source?.kind === 'groups'
      ? group.data && { balances: group.data.balances, name: group.data.name }
      : source && participant.data && { balances: participant.data.balances, name: participantName(participant.data) };
  const failure = error && !found ? failureOf(error).message : undefined;
  return { known: Boolean(found), failure, ...(found || { balances: [], name: '' }) };
}

function useTransfer({ onClose, onSaved }: Pick<TransferDialogProps, 'onClose' | 'onSaved'>) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { error, ...transfer } = useMutation(
    trpc.transfers.create.mutationOptions({
      onSuccess: (made) => {
        for (const path of [trpc.transfers, trpc.participants, trpc.groups]) void queries.invalidateQueries(path.pathFilter());
        onSaved?.(made);
        onClose();
      },
    }),
  );
  return { ...transfer, failure: error ? failureOf(error) : null };
}
