/** Guides from an empty organization to the first credited event and the first change of a rule, in six steps that can be left and resumed at any time. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { StartProgress } from '@/contract/start';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { Detail } from '@/components/ui/detail';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { Arrival, EventStep } from './event-step';
import { HearStep, hearSummary } from './hear-step';
import { KeyStep, keySummary } from './key-step';
import { ProgramStep, programSummary } from './program-step';
import { Step } from './step';
import { doneCount, STEPS, stepStates, type StepKey } from './steps';
import { useStart, WAITING_MS } from './use-start';

const CreditStep = onDemand(() => import('./credit-step').then((loaded) => loaded.CreditStep), FILLING);
const ChangeStep = onDemand(() => import('./change-step').then((loaded) => loaded.ChangeStep), FILLING);

export function StartPage() {
  const query = useStart(WAITING_MS);
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Guided start"
        description="From an empty organization to the first credited event. You can leave at any time: each step notices by itself when it is done."
      />
      <Detail query={query}>{(progress) => <Steps progress={progress} />}</Detail>
    </div>
  );
}

function Steps({ progress: actual }: { progress: StartProgress }) {
  // While the first key is created and copied, the page behind the dialog does not move on.
  const [makingKey, setMakingKey] = useState(false);
  const progress = makingKey ? { ...actual, has_key: false } : actual;
  const [apiKey, setApiKey] = useState<string | null>(null);
  const [changedBefore] = useState(progress.has_changed_rule);
  const [creditedBefore] = useState(progress.credited_event_id);
  // What was there first stays, while later events arrive.
  const [creditedId, setCreditedId] = useState(progress.credited_event_id);
  if (creditedId === null && progress.credited_event_id !== null) setCreditedId(progress.credited_event_id);
  const event = useNewestEvent(progress.event_id);
  const { program } = progress;
  const done = doneCount(progress);
  const parts: Readonly<Record<StepKey, { summary: ReactNode; content: ReactNode }>> = {
    program: { summary: programSummary(progress), content: <ProgramStep progress={progress} /> },
    key: {
      summary: keySummary(progress.has_key, apiKey),
      content: <KeyStep hasKey={progress.has_key} onKey={setApiKey} onBusy={(busy) => setMakingKey(busy && !progress.has_key)} />,
    },
    event: {
      summary: <Arrival event={event} waiting={program !== null} />,
      content: program ? (
        <EventStep key={program.id} programId={program.id} template={program.template} apiKey={apiKey} event={event} />
      ) : (
        <FirstAProgram />
      ),
    },
    credit: {
      summary: 'Every event shows which rules matched, what they gave, and why the others did not.',
      content: program ? <CreditStep programId={program.id} event={event} /> : <FirstAProgram />,
    },
    change: {
      summary: progress.has_changed_rule
        ? 'A rule of the program was changed.'
        : 'A rule is changed by choosing, and the next event earns what it then says.',
      content: program && creditedId ? <ChangeStep eventId={creditedId} /> : <FirstACredit />,
    },
    hear: { summary: hearSummary(progress), content: <HearStep /> },
  };
  return (
    <>
      <p role="status" className="text-ink-soft mb-3">
        {done} of {STEPS.length} steps done.
      </p>
      <ol className="flex flex-col gap-3">
        {stepStates(progress).map(({ key, title, state }, index) => (
          <Step
            key={key}
            number={index + 1}
            title={title}
            state={state}
            summary={parts[key].summary}
            telling={
              (key === 'credit' && progress.credited_event_id !== creditedBefore) ||
              (key === 'change' && progress.has_changed_rule !== changedBefore)
            }
          >
            {parts[key].content}
          </Step>
        ))}
      </ol>
      {done === STEPS.length && <AllDone />}
    </>
  );
}

const FirstAProgram = () => <p className="text-ink-soft">This needs a program; choose one in step 1.</p>;

const FirstACredit = () => (
  <p className="text-ink-soft">As soon as an event has earned something, the rule that gave it can be changed here.</p>
);

const AllDone = () => (
  <div className="mt-4 flex flex-wrap items-center gap-3">
    <p className="font-medium">All six steps are done.</p>
    <Button asChild>
      <ScopedLink href="/rules">Go to the rules</ScopedLink>
    </Button>
    <Button asChild>
      <ScopedLink href="/">Go to the overview</ScopedLink>
    </Button>
  </div>
);

/** Polls until its rules have run. */
function useNewestEvent(id: string | null) {
  const { data } = useQuery(
    useTRPC().events.get.queryOptions(
      { id: id ?? '' },
      {
        enabled: id !== null,
        refetchInterval: ({ state }) => (state.data?.status === 'COMPLETED' || state.data?.status === 'FAILED' ? false : WAITING_MS),
      },
    ),
  );
  return id === null ? undefined : data;
}
