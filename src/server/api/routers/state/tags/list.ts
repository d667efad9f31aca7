import { ListState, StateTagPage } from '@/contract/state';
import { presentPage } from '@/server/api/present/page';
import { presentTag } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listTags } from '@/server/services/state/read-state';
import type { SubjectKind } from '../kind';

export const listTagsRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/tags`,
        summary: `List the tags of a ${noun}`,
        description: 'In lower case, in alphabetical order.',
        errors: [404],
      }),
    )
    .input(ListState.safeExtend(Path.shape))
    .output(StateTagPage)
    .query(async ({ ctx, input: { id, ...page } }) => presentPage(await listTags(ctx, await find(ctx, id), page), presentTag));
