/** Declares the procedures on imports of codes, which fill a batch from a file. */
import {
  CODE_IMPORT_MAX_BYTES,
  CodeImport,
  CodeImportPage,
  CodeImportPath,
  ImportCodes,
  ListCodeImports,
  ListRefusedLines,
  RefusedLine,
  RefusedLinePage,
} from '@/contract/code-import';
import { MAX_CODES_OF_BATCH } from '@/domain/codes/kinds';
import { REFUSALS_KEPT } from '@/domain/codes/import';
import { DomainError } from '@/domain/errors';
import { answerListing } from '@/server/api/answer-listing';
import { markReplayed } from '@/server/api/outcome';
import { presentCodeImport } from '@/server/api/present/code';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { organizationClock } from '@/server/platform/context';
import { cancelCodeImport, getCodeImport, listCodeImports, listRefusedLines } from '@/server/services/codes/import-codes';
import { importCodes } from '@/server/services/codes/receive-codes';

const tags = ['codes'];
const shown = (count: number): string => count.toLocaleString('en');

export const codeImportsRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/code-imports',
        summary: 'Import a file of codes',
        description: `Send a CSV file (\`Content-Type: text/csv\`, UTF-8, at most ${CODE_IMPORT_MAX_BYTES / 2 ** 20} MiB and ${shown(MAX_CODES_OF_BATCH)} lines) with one code a line, in any spelling: in the column headed \`code\`, or in the first one of a file without a heading. The codes are added in the background, a few thousand at a time; poll the import until it has ended. Lines that are no codes, and codes that the program has already, are left out and listed as refused, so that the same file can be sent again. For up to 10,000 codes with the answer at once, see \`POST /v1/code-batches/{id}/codes\`.`,
        status: 201,
        query: ['batch_id', 'file_name'],
        upload: { type: 'text/csv', maxBytes: CODE_IMPORT_MAX_BYTES, example: 'code\r\nSPRING-7K4M\r\nSPRING-9XW2\r\n' },
        idempotency: 'replay',
        location: '/v1/code-imports/{id}',
        tags,
        errors: [404, 408, 409],
      }),
    )
    .input(ImportCodes)
    .output(CodeImport)
    .mutation(async ({ ctx, input }) => {
      if (!ctx.upload) throw new DomainError('unsupported_media_type', 'Send the file as `Content-Type: text/csv`.');
      const { id, replayed } = await importCodes(ctx, input, ctx.upload, organizationClock(0));
      if (replayed) markReplayed(ctx.reply);
      return presentCodeImport(await getCodeImport(ctx, id));
    }),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/code-imports',
        summary: 'List the imports of a batch of codes',
        description: 'Newest first by default, each with its progress.',
        tags,
        errors: [404],
      }),
    )
    .input(ListCodeImports)
    .output(CodeImportPage)
    .query(async ({ ctx, input }) => presentPage(await listCodeImports(ctx, input), presentCodeImport)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/code-imports/{id}',
        summary: 'Read the progress and result of an import of codes',
        description: 'How many codes were added, and how many lines were refused.',
        tags,
        errors: [404],
      }),
    )
    .input(CodeImportPath)
    .output(CodeImport)
    .query(({ ctx, input }) => getCodeImport(ctx, input.id).then(presentCodeImport)),

  refused: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/code-imports/{id}/refused',
        summary: 'List the lines that an import of codes refused',
        description: `By line of the file, with the reason. The first ${shown(REFUSALS_KEPT)} are kept.`,
        csv: RefusedLine,
        tags,
        errors: [404],
      }),
    )
    .input(ListRefusedLines)
    .output(RefusedLinePage)
    .query(async ({ ctx, input }) => answerListing(ctx, await listRefusedLines(ctx, input), (row) => row)),

  cancel: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/code-imports/{id}/cancel',
        summary: 'Cancel an import of codes',
        description:
          'Codes that are added already stay in the batch. Cancelling again returns the same import; one that has ended in another way is refused with `invalid_status`.',
        tags,
        errors: [404],
      }),
    )
    .input(CodeImportPath)
    .output(CodeImport)
    .mutation(({ ctx, input }) => cancelCodeImport(ctx, input.id).then(presentCodeImport)),
});
