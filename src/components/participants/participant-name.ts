/** Names a participant: by display name, or else by the caller's external id. */
import type { Participant } from '@/contract/participant';

type Named = Pick<Participant, 'display_name' | 'first_name' | 'last_name' | 'external_id'>;

export const participantName = ({ display_name, first_name, last_name, external_id }: Named): string =>
  display_name ?? ([first_name, last_name].filter(Boolean).join(' ') || external_id);
