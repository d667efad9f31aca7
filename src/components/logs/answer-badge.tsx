/** Shows an HTTP status, coloured by what it means for the caller. */
import { Badge } from '@/components/ui/badge';

export const AnswerBadge = ({ status }: { status: number }) => (
  <Badge tone={status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success'}>{status}</Badge>
);
