import { ListState, StateAttributePage } from '@/contract/state';
import { presentPage } from '@/server/api/present/page';
import { presentAttribute } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listAttributes } from '@/server/services/state/read-state';
import type { SubjectKind } from '../kind';

export const listAttributesRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/attributes`,
        summary: `List the attributes of a ${noun}, by key`,
        description: 'Each with its current value.',
        errors: [404],
      }),
    )
    .input(ListState.safeExtend(Path.shape))
    .output(StateAttributePage)
    .query(async ({ ctx, input: { id, ...page } }) => presentPage(await listAttributes(ctx, await find(ctx, id), page), presentAttribute));
