/** Adds codes that were made elsewhere to a batch: pasted, or read from a file; says which the program had and which cannot be codes. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState, type ChangeEvent } from 'react';
import type { CodeBatch } from '@/contract/code-batch';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { useTRPCClient } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { codesIn, type CodeLine } from './code-lines';
import { useRefreshCodes } from './use-codes';

const count = new Intl.NumberFormat('en');
/** As many as a request takes. */
const AT_ONCE = 10_000;
const SHOWN = 50;

interface Added {
  readonly added: number;
  readonly existing: readonly string[];
  readonly invalid: readonly string[];
}

const NOTHING: Added = { added: 0, existing: [], invalid: [] };

const together = (one: Added, other: Added): Added => ({
  added: one.added + other.added,
  existing: [...one.existing, ...other.existing],
  invalid: [...one.invalid, ...other.invalid],
});

export function AddCodesDialog({ batch, onClose }: { batch: CodeBatch; onClose: () => void }) {
  const [text, setText] = useState('');
  const lines = codesIn(text);
  const { adding, sent } = useAdding(batch.id);
  const failure = adding.error && failureOf(adding.error);
  const read = ({ target }: ChangeEvent<HTMLInputElement>) => void target.files?.[0]?.text().then(setText);
  if (adding.data) return <Outcome outcome={adding.data} lines={lines} onClose={onClose} />;
  return (
    <FormDialog
      wide
      title={`Add codes to “${batch.name}”`}
      description="One code a line, in any spelling. A code that the program has already stays as it is, so a file can be sent again."
      onSubmit={() => adding.mutate(lines.map(({ code }) => code))}
      onClose={onClose}
      failure={failure}
      consequence={
        adding.isPending
          ? `${count.format(sent)} of ${count.format(lines.length)} sent …`
          : lines.length > 0 && `Adds up to ${count.format(lines.length)} codes.`
      }
      submitLabel="Add codes"
      pending={adding.isPending}
      disabled={lines.length === 0}
    >
      <Field label="A file" hint="CSV or text; the first column, with or without the heading “code”.">
        <Input type="file" accept=".csv,.txt,text/csv,text/plain" onChange={read} />
      </Field>
      <Field label="Or the codes themselves" error={failure?.fields.codes}>
        <Textarea className="min-h-40 font-mono text-xs" value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
    </FormDialog>
  );
}

/** Sent part by part; after a failure what was sent stays, and sending all again adds only the rest. */
function useAdding(id: string) {
  const client = useTRPCClient();
  const refresh = useRefreshCodes();
  const [sent, setSent] = useState(0);
  const adding = useMutation({
    mutationFn: async (codes: readonly string[]) => {
      let outcome = NOTHING;
      for (let at = 0; at < codes.length; at += AT_ONCE) {
        outcome = together(outcome, await client.codeBatches.addCodes.mutate({ id, codes: codes.slice(at, at + AT_ONCE) }));
        setSent(Math.min(codes.length, at + AT_ONCE));
      }
      return outcome;
    },
    onSettled: refresh,
  });
  return { adding, sent };
}

function Outcome({
  outcome: { added, existing, invalid },
  lines,
  onClose,
}: {
  outcome: Added;
  lines: readonly CodeLine[];
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} wide title={`${count.format(added)} codes added`}>
      <div className="flex flex-col gap-4">
        <Left title="The program has these already" codes={existing} lines={lines} />
        <Left title="These cannot be codes: a code has 1 to 36 letters A to Z and digits" codes={invalid} lines={lines} />
        {existing.length + invalid.length === 0 && <p>All of them were added.</p>}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Codes that were not added, with the lines they stand in. */
function Left({ title, codes, lines }: { title: string; codes: readonly string[]; lines: readonly CodeLine[] }) {
  if (codes.length === 0) return null;
  const lineOf = new Map(lines.map(({ code, line }) => [code, line]));
  return (
    <section>
      <h3 className="font-semibold">
        {title} ({count.format(codes.length)})
      </h3>
      <ul className="mt-1 font-mono text-xs">
        {codes.slice(0, SHOWN).map((code, index) => (
          <li key={`${index}/${code}`}>
            {lineOf.has(code) && <span className="text-ink-soft">line {lineOf.get(code)}: </span>}
            {code}
          </li>
        ))}
      </ul>
      {codes.length > SHOWN && <p className="text-ink-soft">and {count.format(codes.length - SHOWN)} more</p>}
    </section>
  );
}
