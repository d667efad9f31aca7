/** Asks for the name of something new and for the key by which rules name it; the key of what is there stays. */
'use client';
import { keyOf } from '@/components/codes/batch-draft';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

interface Naming {
  readonly name: string;
  readonly key: string;
}

interface NamingFieldsProps {
  draft: Naming;
  edit: (changes: Partial<Naming>) => void;
  errors: Readonly<Record<string, string>>;
  isNew: boolean;
}

export const NamingFields = ({ draft, edit, errors, isNew }: NamingFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="Name" required error={errors.name}>
      <Input value={draft.name} onChange={({ target }) => edit({ name: target.value })} />
    </Field>
    {isNew && (
      <Field label="Key" hint="By which rules name it; made of the name when empty." error={errors.key}>
        <Input
          className="font-mono text-xs"
          placeholder={keyOf(draft)}
          value={draft.key}
          onChange={({ target }) => edit({ key: target.value })}
        />
      </Field>
    )}
  </div>
);
