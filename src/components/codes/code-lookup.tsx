/** Looks up one code in any spelling: what it is, why nobody can use it now, and who used it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Program } from '@/contract/program';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Detail } from '@/components/ui/detail';
import { Dialog } from '@/components/ui/dialog';
import { Facts } from '@/components/ui/facts';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { UseLines } from './code-uses';

export function CodeLookup({ program, onClose }: { program: Pick<Program, 'id' | 'name'>; onClose: () => void }) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      wide
      title="Look up a code"
      description={`In ${program.name}, in any spelling.`}
    >
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(text.trim());
        }}
      >
        <div className="min-w-0 flex-1">
          <Field label="Code">
            <Input className="font-mono" autoComplete="off" value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
        </div>
        <Button type="submit" variant="primary" disabled={text.trim() === ''}>
          Look up
        </Button>
      </form>
      {asked !== '' && (
        <div className="mt-4">
          <FoundCode key={asked} programId={program.id} code={asked} />
        </div>
      )}
    </Dialog>
  );
}

function FoundCode({ programId, code }: { programId: string; code: string }) {
  const query = useQuery(useTRPC().codes.get.queryOptions({ program_id: programId, code }, { retry: false, staleTime: 0 }));
  return <Detail query={query}>{(found) => <CodeFacts code={found} />}</Detail>;
}

const CodeFacts = ({ code }: { code: Outputs['codes']['get'] }) => (
  <div className="flex flex-col gap-4">
    <p className={`rounded-panel p-3 ${code.problem ? 'bg-danger-soft' : 'bg-sunken'}`}>
      {code.problem ? code.problem.message : 'It can be used, as far as the event and the participant allow.'}
    </p>
    <Facts
      facts={[
        { name: 'Code', value: <code className="font-mono">{code.code}</code> },
        { name: 'Status', value: <StatusBadge status={code.status} /> },
        { name: 'Uses', value: code.max_uses === null ? code.used : `${code.used} of ${code.max_uses}` },
        {
          name: 'Batch',
          value: (
            <ScopedLink href={`/codes/${code.batch_id}`} className="text-accent hover:underline">
              {code.batch.name}
            </ScopedLink>
          ),
        },
        { name: 'Terms', value: code.batch.sentence },
      ]}
    />
    <UseLines uses={code.redemptions} />
  </div>
);
