import { router } from '@/server/api/trpc';
import { addMembersRoute } from './add';
import { listMembersRoute } from './list';
import { removeMemberRoute } from './remove';
import { updateMemberRoute } from './update';

export const membersRouter = router({ add: addMembersRoute, list: listMembersRoute, update: updateMemberRoute, remove: removeMemberRoute });
