/** The first step: a program from a template, or the existing one. */
'use client';
import { useState } from 'react';
import type { StartProgress } from '@/contract/start';
import { TEMPLATES, type TemplateKey } from '@/contract/templates';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { TemplateChoice } from '@/components/templates/template-choice';
import { TemplateForm } from '@/components/templates/template-form';
import { NotYours } from './step';

export const programSummary = ({ program }: StartProgress): string =>
  program
    ? `“${program.name}”${program.template === 'empty' ? '' : `, from the template ${TEMPLATES[program.template].title}`}.`
    : 'A program holds the rules that decide what an event is worth, and the assets that they give.';

export function ProgramStep({ progress: { program } }: { progress: StartProgress }) {
  const { change } = useMay();
  const [template, setTemplate] = useState<TemplateKey>('cashback');
  if (program)
    return (
      <p className="flex flex-wrap gap-4">
        <ScopedLink href={`/programs/${program.id}`} className="text-accent hover:underline">
          Open the program
        </ScopedLink>
        <ScopedLink href={`/rules?program=${program.id}`} className="text-accent hover:underline">
          See its rules
        </ScopedLink>
      </p>
    );
  if (!change) return <NotYours>A member, admin or owner of the organization can create the program.</NotYours>;
  return (
    <>
      <TemplateChoice value={template} onChange={setTemplate} />
      <TemplateForm key={template} template={template} onMade={() => undefined} />
    </>
  );
}
