/** Gives a batch without codes, such as a copy of a program has, its code or the number of codes to make. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeBatch } from '@/contract/code-batch';
import { MAX_CODES_OF_BATCH } from '@/domain/codes/kinds';
import { normalizedCode } from '@/domain/codes/text';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { useRefreshCodes } from './use-codes';

const count = new Intl.NumberFormat('en');

const sharedWords = (text: string): string | false => text.trim() !== '' && `Everybody can enter ${normalizedCode(text)}.`;

/** Of what cannot be made, the refusal tells. */
function madeWords(text: string, { prefix, length }: CodeBatch): string | false {
  const wanted = Number(text);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MAX_CODES_OF_BATCH) return false;
  const begins = prefix === '' ? '' : ` behind ${prefix}`;
  return `Makes ${count.format(wanted)} ${wanted === 1 ? 'code' : 'codes'} of ${length} characters${begins}.`;
}

export function FirstCodesDialog({ batch, onClose }: { batch: CodeBatch; onClose: () => void }) {
  const [text, setText] = useState('');
  const refresh = useRefreshCodes();
  const saving = useMutation(
    useTRPC().codeBatches.update.mutationOptions({
      onSuccess: () => {
        void refresh();
        onClose();
      },
    }),
  );
  const failure = saving.error && failureOf(saving.error);
  const shared = batch.kind === 'SHARED';
  return (
    <FormDialog
      title={shared ? `The code of “${batch.name}”` : `Make codes for “${batch.name}”`}
      description={
        shared
          ? 'The batch has terms but no code yet. Everybody uses the same one, in any spelling.'
          : 'The batch has terms but no codes yet. They are made in the background.'
      }
      onSubmit={() => saving.mutate({ id: batch.id, ...(shared ? { code: text } : { count: Number(text) }) })}
      onClose={onClose}
      failure={failure}
      consequence={shared ? sharedWords(text) : madeWords(text, batch)}
      submitLabel={shared ? 'Give it this code' : 'Make codes'}
      pending={saving.isPending}
      disabled={text.trim() === ''}
    >
      {shared ? (
        <Field label="Code" hint="Case, spaces and dashes do not matter." required error={failure?.fields.code}>
          <Input className="font-mono" value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      ) : (
        <Field label="How many" hint={`At most ${count.format(MAX_CODES_OF_BATCH)}.`} required error={failure?.fields.count}>
          <Input inputMode="numeric" value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      )}
    </FormDialog>
  );
}
