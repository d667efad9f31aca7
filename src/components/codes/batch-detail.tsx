/** One batch of codes: how far it is made, its codes, who used them, its terms, and the actions on it. */
'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { CodeBatch } from '@/contract/code-batch';
import { useHistoryFact } from '@/components/audit/history-fact';
import { useProgramNames } from '@/components/programs/program-names';
import { newRuleHref } from '@/components/rules/rule-address';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EditOrArchive } from '@/components/ui/edit-or-archive';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { BatchCodes } from './batch-codes';
import { BatchImports, LatestImport } from './batch-imports';
import { CodeUses } from './code-uses';
import { useRefreshCodes } from './use-codes';
import { KIND_WORDS, madeText, usesText } from './words';

const BatchDialog = onDemand(() => import('./batch-dialog').then((loaded) => loaded.BatchDialog));
const AddCodesDialog = onDemand(() => import('./add-codes-dialog').then((loaded) => loaded.AddCodesDialog));

const FirstCodesDialog = onDemand(() => import('./first-codes-dialog').then((loaded) => loaded.FirstCodesDialog));

export function BatchDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().codeBatches.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(batch) => (
        <>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={batch.name}>
              <StatusBadge status={batch.status} />
            </RecordHeading>
            <BatchActions batch={batch} />
          </div>
          <p className="mb-4 max-w-3xl">{batch.sentence}</p>
          {batch.status === 'GENERATING' && <Progress batch={batch} />}
          {batch.kind === 'IMPORTED' && <LatestImport batchId={batch.id} />}
          <Tabs
            label="Batch of codes"
            tabs={[
              { value: 'codes', label: 'Codes', content: <BatchCodes batch={batch} /> },
              {
                value: 'uses',
                label: 'Uses',
                content: <CodeUses of={{ batch_id: batch.id }} empty="Nobody has used a code of this batch." />,
              },
              ...(batch.kind === 'IMPORTED' ? [{ value: 'files', label: 'Files', content: <BatchImports batchId={batch.id} /> }] : []),
              { value: 'facts', label: 'Details', content: <BatchFacts batch={batch} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={batch} path={`/v1/code-batches/${batch.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const Progress = ({ batch }: { batch: CodeBatch }) => (
  <div className="mb-4 flex items-center gap-3">
    <progress aria-label="Codes made" className="accent-accent h-2 w-64" value={batch.made} max={batch.wanted} />
    <span className="text-ink-soft tabular-nums">{madeText(batch)} made</span>
  </div>
);

function BatchActions({ batch }: { batch: CodeBatch }) {
  const { change } = useMay();
  const refresh = useRefreshCodes();
  const [asked, setAsked] = useState<'move' | 'add' | 'first' | null>(null);
  const update = useMutation(useTRPC().codeBatches.update.mutationOptions({ onSuccess: refresh }));
  if (!change || batch.status === 'ARCHIVED') return null;
  const close = () => setAsked(null);
  const paused = batch.status === 'PAUSED';
  const condition = `codes.exists(code, code.batch == ${JSON.stringify(batch.key)})`;
  return (
    <EditOrArchive
      kind="batch"
      named={`“${batch.name}”`}
      consequence="Nobody can use its codes any more; what was used stays."
      onArchive={() => update.mutateAsync({ id: batch.id, status: 'ARCHIVED' })}
      editor={(onClose) => <BatchDialog programId={batch.program_id} batch={batch} onClose={onClose} />}
    >
      <Button asChild>
        <ScopedLink href={newRuleHref(batch.program_id, { condition, ...(batch.campaign_id === null ? {} : { set: batch.campaign_id }) })}>
          <Plus aria-hidden /> Add a rule for them
        </ScopedLink>
      </Button>
      {batch.kind === 'IMPORTED' && (
        <Button aria-haspopup="dialog" onClick={() => setAsked('add')}>
          Add codes
        </Button>
      )}
      {lacksCodes(batch) && (
        <Button aria-haspopup="dialog" onClick={() => setAsked('first')}>
          {batch.kind === 'SHARED' ? 'Give it a code' : 'Make codes'}
        </Button>
      )}
      {batch.status !== 'GENERATING' && (
        <Button aria-haspopup="dialog" onClick={() => setAsked('move')}>
          {paused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {asked === 'add' && <AddCodesDialog batch={batch} onClose={close} />}
      {asked === 'first' && <FirstCodesDialog batch={batch} onClose={close} />}
      {asked === 'move' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title={`${paused ? 'Resume' : 'Pause'} “${batch.name}”?`}
          consequence={
            paused
              ? 'Its codes can be used again.'
              : 'Nobody can use its codes until it is resumed. What is reserved can still be committed.'
          }
          confirmLabel={`${paused ? 'Resume' : 'Pause'} codes`}
          dangerous={false}
          onConfirm={() => update.mutateAsync({ id: batch.id, status: paused ? 'ACTIVE' : 'PAUSED' })}
        />
      )}
    </EditOrArchive>
  );
}

/** As in a copy of a program; codes that are made elsewhere have a button of their own. */
const lacksCodes = ({ kind, status, wanted }: CodeBatch): boolean =>
  wanted === 0 && (kind === 'SHARED' || (kind === 'UNIQUE' && status === 'ACTIVE'));

const NONE = <span className="text-ink-faint">—</span>;

function BatchFacts({ batch }: { batch: CodeBatch }) {
  const programOf = useProgramNames();
  const { campaign_id: campaign, condition } = batch;
  return (
    <Facts
      facts={[
        { name: 'Program', value: programOf(batch.program_id) ?? <CopyableId id={batch.program_id} whole /> },
        { name: 'Key', value: <CopyableId id={batch.key} label="Key" whole /> },
        { name: 'Kind', value: KIND_WORDS[batch.kind].label },
        { name: 'Codes', value: madeText(batch) },
        { name: 'Uses', value: usesText(batch) },
        {
          name: 'Campaign',
          value: campaign ? (
            <ScopedLink href={`/campaigns/${campaign}`} className="text-accent hover:underline">
              Campaign …{campaign.slice(-8)}
            </ScopedLink>
          ) : (
            NONE
          ),
        },
        { name: 'Only for', value: condition ? <code className="font-mono text-xs whitespace-pre-wrap">{condition}</code> : NONE },
        { name: 'Not combined within', value: batch.exclusive_group ? `${batch.exclusive_group}, priority ${batch.priority}` : NONE },
        { name: 'Can be used from', value: batch.active_from ? <RelativeTime at={batch.active_from} /> : NONE },
        { name: 'Can be used to', value: batch.active_to ? <RelativeTime at={batch.active_to} /> : NONE },
        { name: 'Id', value: <CopyableId id={batch.id} whole /> },
        { name: 'Created', value: <RelativeTime at={batch.created_at} /> },
        ...useHistoryFact(batch.id),
      ]}
    />
  );
}
