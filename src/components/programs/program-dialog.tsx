/** Edits the settings of a program. */
'use client';
import type { Program } from '@/contract/program';
import { Dialog } from '@/components/ui/dialog';
import { ProgramForm } from './program-form';

export const ProgramDialog = ({ program, onClose }: { program: Program; onClose: () => void }) => (
  <Dialog open onOpenChange={(open) => !open && onClose()} title={`Edit “${program.name}”`}>
    <ProgramForm program={program} onClose={onClose} />
  </Dialog>
);
