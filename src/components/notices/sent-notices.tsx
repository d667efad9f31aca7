/** The columns shared by every list of notices that were sent, and what followed each. */
'use client';
import type { Notice } from '@/contract/notice';
import { useHolderNames } from '@/components/balances/holder-names';
import type { Column } from '@/components/data-table/column';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import { followedWords } from './followed-words';
import { kindLabel } from './kind-words';

const followedText = ({ followed_by }: Notice): string => followedWords(followed_by) ?? 'Nothing yet';

const hasFollowed = ({ followed_by: { event_id, spent_entry_id } }: Notice): boolean => event_id !== null || spent_entry_id !== null;

export function useNoticeColumns(rows: readonly Notice[], sortable = false) {
  const nameOf = useHolderNames(rows);
  const who = ({ participant_id }: Notice) => nameOf({ participant_id });
  const participant: Column<Notice> = {
    header: 'Participant',
    cell: (row) => <span className="font-medium">{who(row)}</span>,
    text: who,
  };
  const kind: Column<Notice> = { header: 'Kind', from: 'md', cell: (row) => kindLabel(row.kind), text: (row) => row.kind };
  const sentence: Column<Notice> = { header: 'What was told', cell: (row) => row.sentence, text: (row) => row.sentence };
  const followed: Column<Notice> = {
    header: 'Within 14 days',
    from: 'sm',
    cell: (row) => <Badge tone={hasFollowed(row) ? 'success' : 'neutral'}>{followedText(row)}</Badge>,
    text: followedText,
  };
  const sent: Column<Notice> = {
    header: 'Sent',
    sort: sortable ? 'sent_at' : undefined,
    cell: (row) => <RelativeTime at={row.sent_at} />,
    text: (row) => row.sent_at,
  };
  return { participant, kind, sentence, followed, sent };
}
