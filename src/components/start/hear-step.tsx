/** The last step: a webhook endpoint, a teammate, and the rules to adapt. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { UserPlus, Webhook } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { WebhookEndpointWithSecret } from '@/contract/webhook';
import type { StartProgress } from '@/contract/start';
import { useScoped } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { NotYours } from './step';
import { useDismissed } from './use-start';

const InviteDialog = onDemand(() => import('@/components/team/invite-dialog').then((loaded) => loaded.InviteDialog));
const EndpointDialog = onDemand(() => import('@/components/webhooks/endpoint-dialog').then((loaded) => loaded.EndpointDialog));
const SecretDialog = onDemand(() => import('@/components/webhooks/secret-dialog').then((loaded) => loaded.SecretDialog));

export function hearSummary({ has_endpoint, has_teammate }: StartProgress): string {
  const has = [has_endpoint ? 'a webhook endpoint' : null, has_teammate ? 'another team member' : null].filter(Boolean);
  return has.length > 0
    ? `The organization has ${has.join(' and ')}.`
    : 'Let your server know when an event was processed or a balance moved, or let a teammate see it.';
}

type Doing = 'endpoint' | 'invite' | null;

export function HearStep() {
  const { change, manage } = useMay();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const scoped = useScoped();
  const [, dismiss] = useDismissed();
  const [doing, setDoing] = useState<Doing>(null);
  const [created, setCreated] = useState<WebhookEndpointWithSecret | null>(null);
  const refresh = () => void queries.invalidateQueries(trpc.start.pathFilter());
  const done = () => setDoing(null);
  const skip = () => {
    dismiss();
    router.push(scoped('/rules'));
  };
  if (!change) return <NotYours>A member can add a webhook endpoint; an admin or owner can invite others.</NotYours>;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setDoing('endpoint')}>
          <Webhook aria-hidden /> Add a webhook endpoint
        </Button>
        {manage && (
          <Button aria-haspopup="dialog" onClick={() => setDoing('invite')}>
            <UserPlus aria-hidden /> Invite a teammate
          </Button>
        )}
        <Button variant="quiet" onClick={skip}>
          Skip this and go to the rules
        </Button>
      </div>
      {doing === 'endpoint' && <EndpointDialog onClose={done} onCreated={setCreated} />}
      {doing === 'invite' && <InviteDialog onClose={done} onInvited={refresh} />}
      {created && (
        <SecretDialog
          url={created.url}
          secret={created.secret}
          onClose={() => {
            setCreated(null);
            refresh();
          }}
        />
      )}
    </>
  );
}
