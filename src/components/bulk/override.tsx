/** Asks once for what lets refused rows pass all the same, and does the action with it for all of them. */
'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { BulkAction, Typed } from './action';
import type { useRun } from './use-run';

interface OverrideProps<Row> {
  action: BulkAction<Row>;
  progress: ReturnType<typeof useRun<Row>>;
  typed: Typed;
}

export function Override<Row>({ action: { verb, override }, progress: { failed, running, run }, typed }: OverrideProps<Row>) {
  const [given, setGiven] = useState(override?.initial ?? {});
  const refused = failed.filter(({ failure }) => failure?.code === override?.code).map(({ id }) => id);
  if (override === undefined || running || refused.length === 0) return null;
  return (
    <form
      className="mt-4 flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void run(refused, { ...typed, ...given });
      }}
    >
      <p>{override.refusal(refused.length)}</p>
      <div className="w-full">
        <override.Fields value={given} onChange={setGiven} />
      </div>
      <Button type="submit" variant="danger" disabled={!override.ready(given)}>
        {verb} {refused.length} anyway
      </Button>
    </form>
  );
}
