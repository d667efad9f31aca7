/** Plays a checkout with the saved rules: previews it while it is edited and, in a sandbox, reserves or commits it. */
'use client';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isOneOf } from '@/domain/fields';
import type { Reward } from '@/contract/reward';
import type { JsonRecord } from '@/domain/rules/activation';
import { CodeOutcomes } from '@/components/codes/code-outcomes';
import { enteredFault } from '@/components/codes/entered-codes';
import { useDebounced } from '@/components/rules/use-debounced';
import { useMay } from '@/components/shell/session';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';
import { FailureNote } from '@/components/ui/failure-note';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { askedRedemptions, type RedemptionDraft } from './asked-redemption';
import { BalanceChanges, Effects, Refusals } from './outcome';
import { RedemptionRows } from './redemption-rows';
import type { Decided } from './stored-decision';
import { useRefreshDecisions } from './use-decisions';

const REWARDS_OFFERED = 200;
const NO_ROWS: readonly RedemptionDraft[] = [];
const NO_REWARDS: readonly Reward[] = [];

interface TryCheckoutProps {
  programId: string;
  /** The basket; null while it is not a JSON object. */
  basket: JsonRecord | null;
  externalId: string;
  /** As the participant enters them. */
  codes: readonly string[];
}

export function TryCheckout({ programId, basket, externalId, codes }: TryCheckoutProps) {
  const trpc = useTRPC();
  const [rows, setRows] = useState(NO_ROWS);
  const inProgram = { enabled: programId !== '' };
  const catalog = { id: programId, status: 'ACTIVE', limit: REWARDS_OFFERED, sort_by: 'name', sort_dir: 'asc' } as const;
  const offered = useQuery(trpc.programs.rewards.list.queryOptions(catalog, inProgram)).data;
  const rewards = offered?.data ?? NO_REWARDS;
  const written = useMemo(
    () => ({
      program_id: programId,
      external_id: externalId,
      event_data: basket,
      redemptions: askedRedemptions(rows, rewards),
      ...(codes.length > 0 ? { codes: [...codes] } : {}),
    }),
    [programId, externalId, basket, rows, rewards, codes],
  );
  const [{ event_data, ...asked }] = useDebounced(written);
  const ready = asked.program_id !== '' && asked.external_id !== '' && event_data !== null && enteredFault(codes) === null;
  const request = { ...asked, event_data: event_data ?? {} };
  const preview = useQuery(
    trpc.decisions.preview.queryOptions(request, { enabled: ready, placeholderData: keepPreviousData, retry: false, staleTime: 0 }),
  );
  return (
    <>
      <RedemptionRows programId={programId} rewards={rewards} rows={rows} onChange={setRows} />
      {ready ? (
        <div aria-live="polite" aria-busy={preview.isFetching} className="flex flex-col gap-4">
          {preview.error ? <FailureNote failure={failureOf(preview.error)} /> : preview.data && <Outcome decision={preview.data} />}
          <Storing request={request} />
        </div>
      ) : (
        <p className="text-ink-soft">Choose an event or write a basket, and name a participant, to see what the checkout decides.</p>
      )}
    </>
  );
}

function Outcome({ decision }: { decision: Decided }) {
  const { error, effects, refused, balances, external_id, codes = [] } = decision;
  if (error) return <p className="bg-danger-soft rounded-control p-3">The checkout would be refused: {error.message}</p>;
  return (
    <div>
      <Part title="What it earns">
        <Effects effects={effects} />
      </Part>
      {refused.length > 0 && (
        <Part title="Why not">
          <Refusals refused={refused} />
        </Part>
      )}
      {codes.length > 0 && (
        <Part title="Codes">
          <CodeOutcomes outcomes={codes} />
        </Part>
      )}
      <Part title="Balances">
        <BalanceChanges balances={balances} newcomer={external_id} />
      </Part>
    </div>
  );
}

const STORING = ['RESERVE', 'COMMIT'] as const;

interface StoringProps {
  request: Omit<TrialRequest, 'mode' | 'idempotency_key'>;
}

type TrialRequest = Parameters<ReturnType<typeof useDecide>['mutate']>[0];

const useDecide = () => {
  const refresh = useRefreshDecisions();
  return useMutation(useTRPC().decisions.decide.mutationOptions({ onSettled: refresh }));
};

/** Only in a sandbox: a live organization has real participants. */
function Storing({ request }: StoringProps) {
  const { change, sandbox } = useMay();
  const decide = useDecide();
  if (!change || !sandbox) return null;
  const store = (mode: (typeof STORING)[number]) => decide.mutate({ ...request, mode, idempotency_key: `trial-${crypto.randomUUID()}` });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {STORING.map((mode) => (
          <Button
            key={mode}
            pending={decide.isPending && decide.variables.mode === mode}
            disabled={decide.isPending}
            onClick={() => store(mode)}
          >
            {mode === 'RESERVE' ? 'Reserve' : 'Commit'}
          </Button>
        ))}
      </div>
      <p className="text-ink-faint text-xs">In this sandbox, either stores the checkout as a decision of the participant.</p>
      {decide.error && <FailureNote failure={failureOf(decide.error)} />}
      {decide.data && isOneOf(['RESERVED', 'COMMITTED', 'FAILED'], decide.data.status) && (
        <p role="status" className="flex items-center gap-2">
          <ScopedLink href={`/decisions/${decide.data.id}`} className="text-accent hover:underline">
            Open the decision
          </ScopedLink>
          <StatusBadge status={decide.data.status} />
        </p>
      )}
    </div>
  );
}
