/** A list whose opened record shows beside it, with the record's id in the URL; a newly created record opens when saved. */
'use client';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { presses } from '@/components/ui/keys';
import { Sheet } from '@/components/ui/sheet';
import { DataTable, type DataTableProps } from './data-table';
import { useOpenedRow } from './opened-row';

interface RecordTableProps<Row extends { id: string }> extends Omit<DataTableProps<Row>, 'rowId' | 'onOpen' | 'selected'> {
  /** The name of one record, such as `Webhook endpoint`. */
  title: string;
  /** The path of the detail's own page, without the id; absent where it has none. */
  path?: `/${string}`;
  detail: (id: string) => ReactNode;
}

export function RecordTable<Row extends { id: string }>({ title, path, detail, ...table }: RecordTableProps<Row>) {
  const { opened, open, close } = useOpenedRow();
  return (
    <>
      <DataTable {...table} rowId={(row) => row.id} onOpen={(row) => open(row.id)} selected={opened} />
      <Sheet open={opened !== null} onClose={close} title={title} href={path && `${path}/${opened}`}>
        {opened && detail(opened)}
      </Sheet>
    </>
  );
}

/** The button that opens the create dialog, for users who may make changes, and whether that dialog is open. */
export function useCreation(label: string) {
  const { open } = useOpenedRow();
  const { change } = useMay();
  const [creating, setCreating] = useState(false);
  const button = change && (
    <Button variant="primary" aria-haspopup="dialog" onClick={() => setCreating(true)} {...presses('new')}>
      <Plus aria-hidden /> {label}
    </Button>
  );
  return { button, creating, close: () => setCreating(false), openSaved: ({ id }: { id: string }) => open(id) };
}
