/** Says in a rule's form that its examples keep it from being saved, and offers to save it all the same. */
'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import type { RequestFailure } from '@/trpc/failure';
import { OverrideDialog } from './override-reason';

export function ExampleRefusal({ failure, onSave }: { failure: RequestFailure; onSave: (reason: string) => void }) {
  const [isAsking, setAsking] = useState(false);
  const save = (reason: string) => {
    setAsking(false);
    onSave(reason);
  };
  return (
    <>
      <FailureNote
        failure={{ ...failure, message: 'Not saved: the rule would be active although it does not do what its examples say.' }}
        action={
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Save anyway…
          </Button>
        }
      />
      {isAsking && (
        <OverrideDialog
          title="Save with failing examples?"
          submitLabel="Save anyway"
          pending={false}
          failure={null}
          onSave={save}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
