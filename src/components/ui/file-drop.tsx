/** Takes a file that is chosen or dropped, and shows its name and size. */
'use client';
import { FileUp } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { cn } from './cn';

interface FileDropProps {
  file: File | null;
  /** What the file must be like. */
  hint: string;
  accept?: string;
  onChoose: (file: File | null) => void;
}

export function FileDrop({ file, hint, accept = '.csv,text/csv', onChoose }: FileDropProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'rounded-panel border-line-strong has-focus-visible:outline-accent flex cursor-pointer flex-col items-center gap-1 border border-dashed p-6 text-center has-focus-visible:outline-2',
        over ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <FileUp className="text-ink-faint size-5" aria-hidden />
      <span className="max-w-full truncate font-medium">{file ? file.name : 'Choose a CSV file, or drop it here'}</span>
      <span className="text-ink-faint text-xs">{file ? sizeText(file.size) : hint}</span>
      <input
        type="file"
        accept={accept}
        className="sr-only"
        aria-label="CSV file"
        onChange={(event) => {
          onChoose(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
    </label>
  );
}

const sizeText = (bytes: number): string => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
