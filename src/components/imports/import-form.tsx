/** Takes a file, checks it without saving anything, then imports it. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Import } from '@/contract/import';
import { csvLine } from '@/domain/csv';
import { IMPORT_COLUMNS, type ImportColumn } from '@/domain/imports/columns';
import { useChosenProgram, type ChosenProgram } from '@/components/programs/chosen-program';
import { ProgramsLink } from '@/components/programs/programs-link';
import { Button } from '@/components/ui/button';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { download } from '@/components/ui/download';
import { FailureNote } from '@/components/ui/failure-note';
import { FileDrop } from '@/components/ui/file-drop';
import { Switch } from '@/components/ui/switch';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { ImportOutcome, useImport } from './import-detail';
import { ImportErrors } from './import-errors';
import { importedName, sendFile } from './send-file';

const EXAMPLE: Partial<Readonly<Record<ImportColumn, string>>> = {
  external_id: 'user-42',
  email: 'ana@example.com',
  first_name: 'Ana',
  last_name: 'Silva',
  tags: 'vip;early',
  attributes: '{"plan":"gold"}',
  status: 'ACTIVE',
  asset_symbol: 'PTS',
  opening_balance: '120.50',
};
const template = (): void =>
  download('participants.csv', csvLine(IMPORT_COLUMNS) + csvLine(IMPORT_COLUMNS.map((column) => EXAMPLE[column] ?? '')), 'text/csv');

/** The input of an import. */
interface Asked {
  readonly file: File;
  readonly programId: string;
  readonly onError: 'STOP' | 'SKIP';
}

interface Check {
  readonly id: string;
  readonly asked: Asked;
}

/** A check's result holds only for the input it was run with. */
const isSame = (one: Asked, other: Asked): boolean =>
  one.file === other.file && one.programId === other.programId && one.onError === other.onError;

interface ImportFormProps {
  onBegun: (id: string) => void;
}

export function ImportForm({ onBegun }: ImportFormProps) {
  const chosen = useChosenProgram();
  if (!chosen.none) return <FileForm {...chosen} onBegun={onBegun} />;
  return (
    <div className="panel mb-6">
      <EmptyState title="Participants are imported into a program; create one first." action={<ProgramsLink />} />
    </div>
  );
}

function FileForm({ program, choice, onBegun }: Pick<ChosenProgram, 'program' | 'choice'> & ImportFormProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [stops, setStops] = useState(false);
  const [check, setCheck] = useState<Check | null>(null);
  const send = useMutation({
    mutationFn: ({ dry, asked }: { dry: boolean; asked: Asked }) =>
      sendFile<Import>(
        '/api/imports/participants',
        asked.file,
        { program_id: asked.programId, dry_run: dry, on_error: asked.onError, file_name: importedName(asked.file) },
        crypto.randomUUID(),
      ),
    onSuccess: ({ id }: Import, { dry, asked }) => {
      void queries.invalidateQueries(trpc.imports.list.pathFilter());
      if (dry) return setCheck({ id, asked });
      choose(null);
      onBegun(id);
    },
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    send.reset();
  };
  const asked: Asked | null = file && program ? { file, programId: program.id, onError: stops ? 'STOP' : 'SKIP' } : null;
  const checked = check && asked && isSame(check.asked, asked) ? check.id : null;
  const begin = (dry: boolean) => asked && send.mutate({ dry, asked });
  return (
    <section aria-label="Import a file" className="panel mb-6 flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="text-ink-soft max-w-prose">
          One row for each participant, or for each of its assets. Rows name them by <code>external_id</code>; an empty cell keeps the
          existing value; an opening balance is given once.
        </p>
        <div className="flex flex-wrap gap-2">
          {choice}
          <Button onClick={template}>
            <Download aria-hidden /> Template
          </Button>
        </div>
      </div>
      <FileDrop file={file} hint="UTF-8, commas, at most 100 MiB" onChoose={choose} />
      {file && (
        <Switch
          label="Stop at errors"
          hint="If any row has an error, nothing is imported. Otherwise rows with errors are left out."
          checked={stops}
          onChange={setStops}
        />
      )}
      {send.error && <FailureNote failure={failureOf(send.error)} />}
      {checked && <Checked id={checked} />}
      {file && program && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant={checked ? 'secondary' : 'primary'}
            disabled={send.isPending}
            pending={send.isPending && send.variables.dry}
            onClick={() => begin(true)}
          >
            Check the file
          </Button>
          {checked && (
            <Apply id={checked} program={program.name} pending={send.isPending && !send.variables.dry} onApply={() => begin(false)} />
          )}
        </div>
      )}
    </section>
  );
}

function Checked({ id }: { id: string }) {
  return (
    <Detail query={useImport(id)}>
      {(shown) => (
        <div>
          <ImportOutcome shown={shown} />
          {shown.completed_at !== null && <ImportErrors id={id} error_count={shown.error_count} />}
        </div>
      )}
    </Detail>
  );
}

/** Offers the import once the check has ended and found something to import. */
function Apply({ id, program, pending, onApply }: { id: string; program: string; pending: boolean; onApply: () => void }) {
  const { data } = useImport(id);
  const good = data?.status === 'COMPLETED' ? data.rows - data.failed : 0;
  if (!data || good === 0 || (data.on_error === 'STOP' && data.failed > 0)) return null;
  return (
    <Button variant="primary" pending={pending} onClick={onApply}>
      Import {good.toLocaleString('en')} {good === 1 ? 'row' : 'rows'} into {program}
    </Button>
  );
}
