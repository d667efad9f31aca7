/** A list of rows of two inputs each, to which rows are added and from which they are removed. */
'use client';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';

interface RowsProps<Row> {
  /** What a row is, as in “step”. */
  noun: string;
  rows: readonly Row[];
  columns: readonly { readonly name: keyof Row & string; readonly label: string; readonly isNumber: boolean }[];
  empty: Row;
  onChange: (rows: readonly Row[]) => void;
}

export function Rows<Row extends Readonly<Record<string, string>>>({ noun, rows, columns, empty, onChange }: RowsProps<Row>) {
  const write = (index: number, name: string, text: string) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [name]: text } : row)));
  return (
    <div className="flex flex-col gap-2">
      <div aria-hidden className="text-ink-soft flex gap-2 pr-9 text-xs font-medium">
        {columns.map(({ name, label }) => (
          <span key={name} className="min-w-0 flex-1">
            {label}
          </span>
        ))}
      </div>
      <ul className="flex flex-col gap-2">
        {rows.map((row, index) => (
          <li key={index} className="flex items-center gap-2">
            {columns.map(({ name, label, isNumber }) => (
              <div key={name} className="min-w-0 flex-1">
                <Input
                  aria-label={`${label}, ${noun} ${index + 1}`}
                  inputMode={isNumber ? 'decimal' : undefined}
                  className={isNumber ? 'tabular-nums' : undefined}
                  spellCheck={false}
                  value={row[name]}
                  onChange={({ target }) => write(index, name, target.value)}
                />
              </div>
            ))}
            <Button
              variant="quiet"
              size="small"
              aria-label={`Remove ${noun} ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Button size="small" className="self-start" onClick={() => onChange([...rows, empty])}>
        <Plus aria-hidden /> Add {noun}
      </Button>
    </div>
  );
}
