/** The dialog shared by cloning a program and creating one from a file: a name, the faults, and then the result. */
'use client';
import type { ReactNode } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { DialogForm } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { failureOf } from '@/trpc/failure';
import { CloneFaults } from './clone-faults';
import { CloneResult } from './clone-result';
import type { useClone } from './use-clone';

interface CloneFrameProps {
  clone: ReturnType<typeof useClone>;
  /** The titles before and after creation. */
  titles: readonly [before: string, after: string];
  /** Says what the copy will contain. */
  introduction: string;
  /** The button's label. */
  action: string;
  name: string;
  onName: (name: string) => void;
  onSubmit: () => void;
  onClose: () => void;
  /** Fields above the name. */
  children?: ReactNode;
}

export function CloneFrame({ clone, titles, introduction, action, name, onName, onSubmit, onClose, children }: CloneFrameProps) {
  const failure = clone.error ? failureOf(clone.error) : null;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={titles[clone.data ? 1 : 0]}>
      {clone.data ? (
        <CloneResult clone={clone.data} onClose={onClose} />
      ) : (
        <DialogForm failure={null} submitLabel={action} pending={clone.isPending} {...{ onSubmit, onClose }}>
          <p className="text-ink-soft">{introduction}</p>
          {children}
          <Field label="Name" required error={failure?.fields.name}>
            <Input value={name} onChange={(event) => onName(event.target.value)} />
          </Field>
          {failure && <CloneFaults failure={failure} />}
        </DialogForm>
      )}
    </Dialog>
  );
}
