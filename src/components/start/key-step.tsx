/** The second step: an API key, filled into the requests below while the page is open. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { CreatedApiKey } from '@/contract/api-key';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { NotYours } from './step';

const CreateKeyDialog = onDemand(() => import('@/components/api-keys/create-key-dialog').then((loaded) => loaded.CreateKeyDialog));
const NewKeyDialog = onDemand(() => import('@/components/api-keys/new-key-dialog').then((loaded) => loaded.NewKeyDialog));

export function keySummary(hasKey: boolean, apiKey: string | null): string {
  if (apiKey) return 'The requests below use it until you leave this page.';
  return hasKey
    ? 'The organization has a working key.'
    : 'Your server sends it with every request. It gives access to this organization only.';
}

interface KeyStepProps {
  hasKey: boolean;
  onKey: (key: string) => void;
  /** Called when the key dialog opens and closes; the page must not move on in between. */
  onBusy: (busy: boolean) => void;
}

export function KeyStep({ hasKey, onKey, onBusy }: KeyStepProps) {
  const { manage } = useMay();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const begin = () => {
    setCreating(true);
    onBusy(true);
  };
  const giveUp = () => {
    setCreating(false);
    onBusy(false);
  };
  const finish = () => {
    setCreated(null);
    void queries.invalidateQueries(trpc.start.pathFilter()).then(() => onBusy(false));
  };
  if (!manage) return <NotYours>An admin or owner of the organization creates the key and gives it to the developer.</NotYours>;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button variant={hasKey ? 'secondary' : 'primary'} aria-haspopup="dialog" onClick={begin}>
        <KeyRound aria-hidden /> {hasKey ? 'Create another key' : 'Create a key'}
      </Button>
      {hasKey && (
        <ScopedLink href="/api-keys" className="text-accent hover:underline">
          All keys
        </ScopedLink>
      )}
      {creating && (
        <CreateKeyDialog
          onClose={giveUp}
          onCreated={(made) => {
            setCreating(false);
            setCreated(made);
            onKey(made.key);
          }}
        />
      )}
      {created && <NewKeyDialog created={created} onClose={finish} />}
    </div>
  );
}
