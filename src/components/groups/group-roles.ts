/** The roles a group's member can have, as options. */
import { GROUP_ROLES } from '@/domain/groups';
import { statusLabel } from '@/components/ui/badge';

export const ROLES = GROUP_ROLES.map((value) => ({ value, label: statusLabel(value) }));
