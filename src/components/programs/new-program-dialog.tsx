/** Creates a program from a template or from scratch. */
'use client';
import { useState } from 'react';
import type { Program } from '@/contract/program';
import type { TemplateKey } from '@/contract/templates';
import { TemplateChoice } from '@/components/templates/template-choice';
import { TemplateForm } from '@/components/templates/template-form';
import { Dialog } from '@/components/ui/dialog';
import { ProgramForm } from './program-form';

export function NewProgramDialog({ onClose, onSaved }: { onClose: () => void; onSaved: (program: Program) => void }) {
  const [template, setTemplate] = useState<TemplateKey>('cashback');
  const made = (program: Program) => {
    onSaved(program);
    onClose();
  };
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title="New program">
      <div className="flex flex-col gap-4">
        <TemplateChoice value={template} onChange={setTemplate} />
        {template === 'empty' ? (
          <ProgramForm onClose={onClose} onSaved={onSaved} />
        ) : (
          <TemplateForm key={template} template={template} onMade={made} onCancel={onClose} />
        )}
      </div>
    </Dialog>
  );
}
