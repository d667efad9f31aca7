/** Declares the procedures on batches of codes. */
import { z } from 'zod';
import {
  AddCodes,
  AddedCodes,
  CodeBatch,
  CodeBatchPage,
  CodeBatchPath,
  CreateCodeBatch,
  ListCodeBatches,
  UpdateCodeBatch,
} from '@/contract/code-batch';
import { presentAdded, presentCodeBatch } from '@/server/api/present/code';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { addCodes } from '@/server/services/codes/generate-codes';
import { archiveCodeBatch, createCodeBatch, getCodeBatch, listCodeBatches, updateCodeBatch } from '@/server/services/codes/batches';

const tags = ['codes'];

export const codeBatchesRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/code-batches',
        summary: 'Create a batch of codes',
        description:
          'SHARED takes the `code` that everybody uses. UNIQUE takes the `count` of codes to make: the batch is GENERATING until they are, `made` says how far it is. IMPORTED begins empty and takes codes that were made elsewhere. Codes and keys are unique in the program (`key_exists`).',
        status: 201,
        location: '/v1/code-batches/{id}',
        idempotency: 'replay',
        example: { program_id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d02', key: 'spring', name: 'Spring', kind: 'SHARED', code: 'SPRING10' },
        tags,
        errors: [404, 409],
      }),
    )
    .input(CreateCodeBatch)
    .output(CodeBatch)
    .mutation(({ ctx, input }) => replay(ctx, 'codeBatches.create', input, (tx) => createCodeBatch(ctx, tx, input).then(presentCodeBatch))),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/code-batches',
        summary: 'List batches of codes',
        description: '`search` matches name and key.',
        tags,
        errors: [],
      }),
    )
    .input(ListCodeBatches)
    .output(CodeBatchPage)
    .query(async ({ ctx, input }) => presentPage(await listCodeBatches(ctx, input), presentCodeBatch)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/code-batches/{id}',
        summary: 'Read a batch of codes',
        description: 'With its terms, how many of its codes are made, and how often they were used.',
        tags,
        errors: [404],
      }),
    )
    .input(CodeBatchPath)
    .output(CodeBatch)
    .query(({ ctx, input }) => getCodeBatch(ctx, input.id).then(presentCodeBatch)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/code-batches/{id}',
        summary: 'Change, pause or archive a batch of codes',
        description:
          'Fields that you leave out stay unchanged. The new terms hold for every use from now on; uses that stand stay. `max_total` cannot be set below the number of uses. A batch without codes, as copies of programs have them, is given its first ones by `code` or `count`.',
        tags,
        errors: [404],
      }),
    )
    .input(UpdateCodeBatch)
    .output(CodeBatch)
    .mutation(({ ctx, input }) => updateCodeBatch(ctx, input).then(presentCodeBatch)),

  archive: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: '/v1/code-batches/{id}',
        summary: 'Archive a batch of codes',
        description: 'Its codes can no longer be used, and none of them can be given to another batch. Archiving is final.',
        status: 204,
        tags,
        errors: [404],
      }),
    )
    .input(CodeBatchPath)
    .output(z.void())
    .mutation(({ ctx, input }) => archiveCodeBatch(ctx, input.id)),

  addCodes: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/code-batches/{id}/codes',
        summary: 'Add codes that were made elsewhere',
        description:
          'To a batch of the kind IMPORTED. A code that the program has already is left as it is, so that the same request can be sent again. For files, see `POST /v1/code-imports`.',
        tags,
        errors: [404],
      }),
    )
    .input(AddCodes)
    .output(AddedCodes)
    .mutation(({ ctx, input }) => addCodes(ctx, input).then(presentAdded)),
});
