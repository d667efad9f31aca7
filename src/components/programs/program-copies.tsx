/** Exports a program's configuration as a file and, in a sandbox, clones it. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { Program } from '@/contract/program';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { download, fileNameOf } from '@/components/ui/download';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const CloneDialog = onDemand(() => import('./clone-dialog').then((loaded) => loaded.CloneDialog));

export function ProgramCopies({ program }: { program: Program }) {
  const { change, sandbox } = useMay();
  const [cloning, setCloning] = useState(false);
  return (
    <>
      {change && sandbox && (
        <Button aria-haspopup="dialog" onClick={() => setCloning(true)}>
          <Copy aria-hidden /> Clone program
        </Button>
      )}
      <DownloadConfiguration program={program} />
      {cloning && <CloneDialog program={program} onClose={() => setCloning(false)} />}
    </>
  );
}

function DownloadConfiguration({ program: { id, name } }: { program: Program }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const fetching = useMutation({
    mutationFn: () => queries.fetchQuery(trpc.programs.export.queryOptions({ id }, { staleTime: 0 })),
    onSuccess: (document) =>
      download(`${fileNameOf(name)}-configuration.json`, `${JSON.stringify(document, null, 2)}\n`, 'application/json'),
    onError: (error) => toast.error(failureOf(error).message),
  });
  return (
    <Button pending={fetching.isPending} onClick={() => fetching.mutate()}>
      {!fetching.isPending && <Download aria-hidden />} Download configuration
    </Button>
  );
}
