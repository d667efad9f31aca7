import { StateAttribute, StateKeyPath } from '@/contract/state';
import { presentAttribute } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getAttribute } from '@/server/services/state/read-state';
import type { SubjectKind } from '../kind';

export const getAttributeRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/attributes/{key}`,
        summary: `Read one attribute of a ${noun}`,
        description: 'If there is no value under the key, the response is `attribute_not_found`.',
        errors: [404],
      }),
    )
    .input(StateKeyPath.extend(Path.shape))
    .output(StateAttribute)
    .query(async ({ ctx, input: { id, key } }) => presentAttribute(await getAttribute(ctx, await find(ctx, id), key)));
