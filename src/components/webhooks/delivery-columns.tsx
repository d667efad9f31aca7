/** The columns of deliveries, on their own page and with their endpoint. */
import type { WebhookDelivery } from '@/contract/webhook';
import type { Column } from '@/components/data-table/column';
import { StatusBadge, statusLabel } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';

const none = <span className="text-ink-faint">—</span>;

export const DELIVERY_COLUMNS: Column<WebhookDelivery>[] = [
  { header: 'Type', cell: (row) => <code className="font-mono text-xs">{row.event_type}</code>, text: (row) => row.event_type },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Attempts', numeric: true, from: 'sm', cell: (row) => row.attempt_count, text: (row) => String(row.attempt_count) },
  {
    header: 'Answer',
    numeric: true,
    from: 'md',
    cell: (row) => row.response_status ?? none,
    text: (row) => String(row.response_status ?? ''),
  },
  {
    header: 'Problem',
    from: 'md',
    cell: (row) => (row.error_code ? statusLabel(row.error_code) : none),
    text: (row) => row.error_code ?? '',
  },
  {
    header: 'Next attempt',
    from: 'lg',
    cell: (row) => <RelativeTime at={row.next_attempt_at} />,
    text: (row) => row.next_attempt_at ?? '',
  },
  { header: 'Created', sort: 'created_at', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];
