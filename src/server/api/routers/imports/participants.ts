import { Import, IMPORT_ERRORS_KEPT, IMPORT_MAX_BYTES, ImportParticipants } from '@/contract/import';
import { DomainError } from '@/domain/errors';
import { IMPORT_COLUMNS } from '@/domain/imports/columns';
import { presentImport } from '@/server/api/present/import';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { organizationClock } from '@/server/context';
import { getImport } from '@/server/services/imports/get-import';
import { importParticipants } from '@/server/services/imports/import-participants';

export const importParticipantsRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/imports/participants',
      summary: 'Import participants with opening balances',
      description: `Send a CSV file (\`Content-Type: text/csv\`, UTF-8, at most ${IMPORT_MAX_BYTES / 2 ** 20} MiB) with a header row and one row for each participant, or for each of its assets. Columns: ${IMPORT_COLUMNS.map((name) => `\`${name}\``).join(', ')}, and \`attribute.<key>\` for an attribute whose values are texts; any order, \`external_id\` alone is required. \`id\`, \`created_at\` and \`updated_at\`, which an export has, are passed over.

A participant is made, or changed where the file says something: an empty cell leaves what is there. \`tags\` are added, with \`;\` between them (\`\\;\` is part of a tag); \`attributes\` is one JSON object. An \`opening_balance\` above 0 of \`asset_symbol\` becomes a journal entry under the import's \`reference_id\`, drawn from the wallet of a PREFUNDED asset; LOT assets may have \`expires_at\` and \`matures_at\`. If the wallets hold less than the whole file gives out, nothing is applied (\`insufficient_funds\`).

**Once for all.** A participant is given one opening balance of an asset in a program, whichever file it comes from: the same one again changes nothing, another one is an error of its row (\`opening_balance_exists\`). So a corrected file can be sent whole. A new participant may be imported as SUSPENDED or CLOSED together with its balance; one that is already inactive receives none.

Rows with errors are left out and listed with line, column, code and message (the first ${IMPORT_ERRORS_KEPT.toLocaleString('en')} are kept); with \`on_error=STOP\` nothing is applied if there is one. Up to 500 rows are done when this answers; more are done afterwards: read the import until it has ended. Rows of one participant are applied together, a few hundred participants at a time; what is applied stays if the import is cancelled.`,
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
    if (replayed) ctx.reply.headers['Idempotent-Replayed'] = 'true';
    return presentImport(await getImport(ctx, id));
  });
