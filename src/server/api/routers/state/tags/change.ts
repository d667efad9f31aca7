import { PAGE_LIMIT_MAX } from '@/contract/choices';
import { ChangeTags, StateTagPage } from '@/contract/state';
import { presentPage } from '@/server/api/present/page';
import { presentTag } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { changeTags } from '@/server/services/state/change-tags';
import { listTags } from '@/server/services/state/read-state';
import { INACTIVE, type SubjectKind } from '../kind';

export const changeTagsRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: `${path}/state/tags`,
        summary: `Add and remove tags of a ${noun}`,
        description: `Tags are stored in lower case, 1 to 64 characters each. Returns the tags after the change, up to ${PAGE_LIMIT_MAX}. ${INACTIVE[noun]}`,
        errors: [404, 409, 422],
      }),
    )
    .input(ChangeTags.safeExtend(Path.shape))
    .output(StateTagPage)
    .mutation(async ({ ctx, input: { id, ...body } }) => {
      const subject = await find(ctx, id);
      await changeTags(ctx, subject, body);
      return presentPage(await listTags(ctx, subject, { limit: PAGE_LIMIT_MAX }), presentTag);
    });
