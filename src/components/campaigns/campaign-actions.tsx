/** The actions that a campaign allows in its status; each states its consequence first. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Campaign } from '@/contract/campaign';
import type { CampaignMove } from '@/domain/campaigns/machine';
import { useScoped } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import { MOVES_OF, MOVE_TEXTS } from './campaign-moves';
import { useRefreshCampaigns } from './use-campaigns';

const CampaignDialog = onDemand(() => import('./campaign-dialog').then((loaded) => loaded.CampaignDialog));
const CloneCampaignDialog = onDemand(() => import('./clone-campaign-dialog').then((loaded) => loaded.CloneCampaignDialog));

type Asked = { readonly move: CampaignMove } | 'edit' | 'clone' | 'delete';

export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { change } = useMay();
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!change) return null;
  const close = () => setAsked(null);
  return (
    <div className="flex flex-wrap gap-2">
      {MOVES_OF[campaign.status].map((move) => (
        <Button key={move} variant={move === 'START' ? 'primary' : 'secondary'} aria-haspopup="dialog" onClick={() => setAsked({ move })}>
          {MOVE_TEXTS[move].verb}
        </Button>
      ))}
      <Button aria-haspopup="dialog" onClick={() => setAsked('edit')}>
        Edit
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setAsked('clone')}>
        Clone
      </Button>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked === 'edit' && <CampaignDialog programId={campaign.program_id} campaign={campaign} onClose={close} />}
      {asked === 'clone' && <CloneCampaignDialog campaign={campaign} onClose={close} />}
      {asked === 'delete' && <DeleteDialog campaign={campaign} onClose={close} />}
      {asked !== null && typeof asked === 'object' && <MoveDialog campaign={campaign} move={asked.move} onClose={close} />}
    </div>
  );
}

const PROCEDURES = { START: 'start', PAUSE: 'pause', RESUME: 'resume', END: 'end' } as const satisfies Record<CampaignMove, string>;

function MoveDialog({ campaign, move, onClose }: { campaign: Campaign; move: CampaignMove; onClose: () => void }) {
  const client = useTRPCClient();
  const refresh = useRefreshCampaigns();
  const { verb, consequence, dangerous } = MOVE_TEXTS[move];
  const confirm = async () => {
    await client.campaigns[PROCEDURES[move]].mutate({ id: campaign.id });
    await refresh();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${verb.replace(' now', '')} “${campaign.name}”${move === 'END' ? ' now' : ''}?`}
      consequence={move === 'START' && campaign.rule_count === 0 ? `${consequence} It has no rules yet.` : consequence}
      confirmLabel={`${verb.replace(' now', '')} campaign`}
      dangerous={dangerous}
      onConfirm={confirm}
    />
  );
}

function DeleteDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const router = useRouter();
  const scoped = useScoped();
  const refresh = useRefreshCampaigns();
  const remove = useMutation(
    useTRPC().campaigns.delete.mutationOptions({
      onSuccess: () => {
        router.push(scoped('/campaigns'));
        return refresh();
      },
    }),
  );
  const { rule_count: count, name } = campaign;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${name}”?`}
      consequence={`${count === 0 ? 'It leaves the program' : `It leaves the program with its ${count === 1 ? 'rule' : `${count} rules`}`}. What it gave stays, and an earlier version of the rules brings it back.`}
      confirmLabel="Delete campaign"
      onConfirm={() => remove.mutateAsync({ id: campaign.id })}
    />
  );
}
