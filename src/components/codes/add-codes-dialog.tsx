/** Adds codes that were made elsewhere to a batch: those of a file, or pasted ones, which are sent as one. They are added in the background. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeBatch } from '@/contract/code-batch';
import type { CodeImport } from '@/contract/code-import';
import { importedName, sendFile } from '@/components/imports/send-file';
import { Field } from '@/components/ui/field';
import { FileDrop } from '@/components/ui/file-drop';
import { FormDialog } from '@/components/ui/form-dialog';
import { Textarea } from '@/components/ui/input';
import { failureOf } from '@/trpc/failure';
import { useRefreshCodes } from './use-codes';

export function AddCodesDialog({ batch, onClose }: { batch: CodeBatch; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState('');
  const refresh = useRefreshCodes();
  const pasted = file === null && text.trim() !== '';
  const adding = useMutation({
    mutationFn: () =>
      sendFile<CodeImport>(
        '/api/code-imports',
        file ?? new Blob([text]),
        { batch_id: batch.id, ...(file ? { file_name: importedName(file) } : {}) },
        crypto.randomUUID(),
      ),
    onSuccess: () => {
      void refresh();
      onClose();
    },
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    adding.reset();
  };
  return (
    <FormDialog
      wide
      title={`Add codes to “${batch.name}”`}
      description="One code a line, in any spelling. A code that the program has already stays as it is, so a file can be sent again."
      onSubmit={() => adding.mutate()}
      onClose={onClose}
      failure={adding.error && failureOf(adding.error)}
      consequence={
        (file !== null || pasted) && 'They are added in the background; the batch tells how far it is and which lines were refused.'
      }
      submitLabel="Add codes"
      pending={adding.isPending}
      disabled={file === null && !pasted}
    >
      <FileDrop
        file={file}
        hint="The column “code”, or the first one; at most 1,000,000 lines"
        accept=".csv,.txt,text/csv,text/plain"
        onChoose={choose}
      />
      {file === null && (
        <Field label="Or the codes themselves">
          <Textarea className="min-h-40 font-mono text-xs" value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      )}
    </FormDialog>
  );
}
