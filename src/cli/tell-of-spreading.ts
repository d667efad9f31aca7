/** Tells the operator how far the rows of a database have moved that is being spread over nodes. */
import type { OnSpread } from '../../prisma/distribute';

export const tellOfSpreading: OnSpread = (table, done, all) => void process.stdout.write(`Spread ${table}, ${done} of ${all} tables.\n`);
