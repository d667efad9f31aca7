/** Shows the values that decided whether a condition held. */
'use client';
import { ChevronRight } from 'lucide-react';
import { fieldsOf } from '@/domain/fields';
import type { Outputs } from '@/trpc/outputs';

type Step = Outputs['events']['get']['rule_evaluations'][number]['trace'][number];

/** The error shown in place of a value that could not be computed. */
function errorOf(value: unknown): string | null {
  const { error } = fieldsOf(value);
  return typeof error === 'string' ? error : null;
}

/** How far a comparison was from holding: left minus right. */
const marginText = (margin: string): string => (margin.startsWith('-') ? `${margin.slice(1)} short` : `${margin} over`);

function TraceValue({ step }: { step: Step }) {
  const error = errorOf(step.value);
  if (error) return <span className="text-danger font-sans">{error}</span>;
  return (
    <>
      {JSON.stringify(step.value ?? null)}
      {step.margin && <span className="text-warning ml-2">{marginText(step.margin)}</span>}
    </>
  );
}

/** @param open whether it starts expanded. */
export const Trace = ({ steps, open }: { steps: readonly Step[]; open: boolean }) => (
  <details className="group border-line border-t" open={open}>
    <summary className="text-ink-soft hover:text-ink flex cursor-pointer list-none items-center gap-1 px-3 py-2 text-xs font-medium">
      <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" aria-hidden /> Why
    </summary>
    <div tabIndex={0} className="overflow-x-auto pb-2">
      <table className="w-full text-xs">
        <caption className="sr-only">Values of the condition’s parts</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Expression</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            <tr key={index} className="align-top">
              <td className="px-3 py-1 font-mono">{step.expression}</td>
              <td className="text-ink-soft px-3 py-1 text-right font-mono">
                <TraceValue step={step} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);
