import { PAGE_LIMIT_MAX } from '@/contract/choices';
import { ChangeAttributes, StateAttributePage } from '@/contract/state';
import { presentPage } from '@/server/api/present/page';
import { presentAttribute } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { changeAttributes } from '@/server/services/state/change-attributes';
import { listAttributes } from '@/server/services/state/read-state';
import { INACTIVE, type SubjectKind } from '../kind';

export const changeAttributesRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: `${path}/state/attributes`,
        summary: `Set and remove attributes of a ${noun}`,
        description: `A new value replaces the whole previous one. Returns the attributes after the change, up to ${PAGE_LIMIT_MAX}. ${INACTIVE[noun]}`,
        errors: [404, 409, 422],
      }),
    )
    .input(ChangeAttributes.safeExtend(Path.shape))
    .output(StateAttributePage)
    .mutation(async ({ ctx, input: { id, ...body } }) => {
      const subject = await find(ctx, id);
      await changeAttributes(ctx, subject, body);
      return presentPage(await listAttributes(ctx, subject, { limit: PAGE_LIMIT_MAX }), presentAttribute);
    });
