/** Says what a participant did after a notice. */
import type { Notice } from '@/contract/notice';

type FollowedBy = Pick<Notice['followed_by'], 'event_id' | 'spent_entry_id' | 'earned_entry_id'>;

/** Null: nothing yet. */
export function followedWords({ event_id, spent_entry_id, earned_entry_id }: FollowedBy): string | null {
  const words = [
    ...(event_id === null ? [] : ['came back']),
    ...(spent_entry_id === null ? [] : ['spent']),
    ...(earned_entry_id === null ? [] : ['earned']),
  ];
  const text = words.join(', ');
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1);
}
