/** Declares the procedures on imports, which create and change participants from a CSV file. */
import {
  Import,
  IMPORT_ERRORS_KEPT,
  IMPORT_MAX_BYTES,
  ImportErrorPage,
  ImportPage,
  ImportParticipants,
  ImportPath,
  ListImportErrors,
  ListImports,
} from '@/contract/import';
import { DomainError } from '@/domain/errors';
import { IMPORT_COLUMNS } from '@/domain/imports/columns';
import { markReplayed } from '@/server/api/outcome';
import { presentImport, presentImportFault, presentImportSummary } from '@/server/api/present/import';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { organizationClock } from '@/server/platform/context';
import { cancelImport, getImport, listImportErrors, listImports } from '@/server/services/imports/get-import';
import { importParticipants } from '@/server/services/imports/import-participants';

export const importsRouter = router({
  participants: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/imports/participants',
        summary: 'Import participants with opening balances',
        description: `Send a CSV file (\`Content-Type: text/csv\`, UTF-8, at most ${IMPORT_MAX_BYTES / 2 ** 20} MiB) with a header row and one row for each participant, or for each of its assets. Columns: ${IMPORT_COLUMNS.map((name) => `\`${name}\``).join(', ')}, and \`attribute.<key>\` for an attribute with text values. Columns can be in any order, and only \`external_id\` is required. \`id\`, \`created_at\` and \`updated_at\`, which an export contains, are ignored.

A participant is created, or changed where the file has a value: an empty cell leaves the existing value. \`tags\` are added, separated by \`;\` (\`\\;\` is a semicolon within a tag); \`attributes\` is one JSON object. An \`opening_balance\` above 0 of \`asset_symbol\` becomes a journal entry under the import's \`reference_id\`, drawn from the wallet of a PREFUNDED asset; LOT assets can have \`expires_at\` and \`matures_at\`. If the wallets hold less than the whole file gives out, nothing is applied (\`insufficient_funds\`).

**Opening balances are given once.** A participant gets one opening balance of an asset in a program, whichever file it comes from: sending the same one again changes nothing, and a different one is an error of its row (\`opening_balance_exists\`). You can therefore send a corrected file in full. You can import a new participant as SUSPENDED or CLOSED together with its balance; one that is already inactive receives none.

Rows with errors are left out and listed with line, column, code and message (the first ${IMPORT_ERRORS_KEPT.toLocaleString('en')} are kept); with \`on_error=STOP\`, nothing is applied if there is any error. Up to 500 rows are processed before the response; the rest are processed afterwards: poll the import until it has ended. Rows of one participant are applied together, a few hundred participants at a time; rows that are already applied remain if the import is cancelled.`,
        status: 201,
        query: ['program_id', 'dry_run', 'on_error', 'file_name'],
        upload: {
          type: 'text/csv',
          maxBytes: IMPORT_MAX_BYTES,
          example: `external_id,email,tags,asset_symbol,opening_balance\r\nuser-42,ana@example.com,vip,PTS,120.50\r\n`,
        },
        idempotency: 'replay',
        location: '/v1/imports/{id}',
        errors: [404, 408, 409],
      }),
    )
    .input(ImportParticipants)
    .output(Import)
    .mutation(async ({ ctx, input }) => {
      if (!ctx.upload) throw new DomainError('unsupported_media_type', 'Send the file as `Content-Type: text/csv`.');
      const { id, replayed } = await importParticipants(ctx, input, ctx.upload, organizationClock(0));
      if (replayed) markReplayed(ctx.reply);
      return presentImport(await getImport(ctx, id));
    }),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/imports',
        summary: 'List imports',
        description: 'Newest first by default, each with its progress.',
        errors: [],
      }),
    )
    .input(ListImports)
    .output(ImportPage)
    .query(async ({ ctx, input }) => presentPage(await listImports(ctx, input), presentImportSummary)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/imports/{id}',
        summary: 'Read the progress and result of an import',
        description: 'Returns counts of the rows that were read, applied and left out, and the first errors.',
        errors: [404],
      }),
    )
    .input(ImportPath)
    .output(Import)
    .query(async ({ ctx, input }) => presentImport(await getImport(ctx, input.id))),

  errors: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/imports/{id}/errors',
        summary: 'List the rows that an import left out, and why',
        description: 'Sorted by line of the file, with the column at fault and the error code.',
        errors: [404],
      }),
    )
    .input(ListImportErrors)
    .output(ImportErrorPage)
    .query(async ({ ctx, input }) => presentPage(await listImportErrors(ctx, input), presentImportFault)),

  cancel: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/imports/{id}/cancel',
        summary: 'Cancel an import',
        description:
          'Rows that are already applied remain. Cancelling again returns the same import; an import that has ended in another way is refused with `invalid_status`.',
        errors: [404],
      }),
    )
    .input(ImportPath)
    .output(Import)
    .mutation(async ({ ctx, input }) => presentImport(await cancelImport(ctx, input.id))),
});
