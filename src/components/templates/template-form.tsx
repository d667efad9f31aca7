/** Creates a program from a template, with the user's own name and symbols; errors show at their fields. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Program } from '@/contract/program';
import { TEMPLATES, type TemplateKey } from '@/contract/templates';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { useFaultInView } from '@/components/ui/fault-in-view';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { ownTimeZone } from '@/components/ui/time-zone-input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { TemplatePreview } from './template-preview';

/** Remount it by key for another template. */
interface TemplateFormProps {
  template: TemplateKey;
  onMade: (program: Program) => void;
  /** Absent if there is nothing to go back to. */
  onCancel?: () => void;
}

export function TemplateForm({ template: key, onMade, onCancel }: TemplateFormProps) {
  const template = TEMPLATES[key];
  const { assets } = template.configuration;
  const [name, setName] = useState(key === 'empty' ? '' : template.title);
  const [symbols, setSymbols] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(assets.map(({ symbol }) => [symbol, symbol])),
  );
  const make = useMake(onMade);
  const failure = make.error ? failureOf(make.error) : null;
  const { form, begin } = useFaultInView(make.isPending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin();
    make.mutate({ template: key, name: name.trim(), symbols: trimmed(symbols), timezone: ownTimeZone() });
  };
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4" noValidate>
      <TemplatePreview template={template} symbols={filledIn(symbols)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name of the program" required error={failure?.fields.name}>
          <Input value={name} onChange={(event) => setName(event.target.value)} maxLength={255} />
        </Field>
        {assets.map((asset) => (
          <Field
            key={asset.symbol}
            label={`Symbol of ${asset.name.toLowerCase()}`}
            required
            hint="1 to 16 characters. If you already have an asset of this kind with the symbol, it is used."
            error={failure?.fields[`symbols.${asset.symbol}`]}
          >
            <Input
              value={symbols[asset.symbol] ?? ''}
              onChange={(event) => setSymbols({ ...symbols, [asset.symbol]: event.target.value })}
              maxLength={16}
              spellCheck={false}
              autoComplete="off"
            />
          </Field>
        ))}
      </div>
      <FormFailure failure={failure} />
      <Actions inDialog={onCancel !== undefined}>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" pending={make.isPending}>
          Create program
        </Button>
      </Actions>
    </form>
  );
}

const Actions = ({ inDialog, children }: { inDialog: boolean; children: ReactNode }) =>
  inDialog ? <DialogActions>{children}</DialogActions> : <div>{children}</div>;

/** Without the empty ones, in whose place the template's own show. */
const filledIn = (symbols: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(symbols).filter(([, chosen]) => chosen.trim() !== ''));

const trimmed = (symbols: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(symbols).map(([symbol, chosen]) => [symbol, chosen.trim()]));

function useMake(onMade: (program: Program) => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useMutation(
    trpc.programs.fromTemplate.mutationOptions({
      onSuccess: (program) => {
        for (const made of [trpc.programs, trpc.assets, trpc.groups, trpc.participants, trpc.start])
          void queries.invalidateQueries(made.pathFilter());
        onMade(program);
      },
    }),
  );
}
