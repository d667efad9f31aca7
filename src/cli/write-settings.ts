/** Writes .env.example and the table of settings in docs/operations.md from what src/env-schema.ts declares. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { envExample, withSettingsTable } from './settings-pages';

const OPERATIONS = join('docs', 'operations.md');

await writeFile(OPERATIONS, withSettingsTable(await readFile(OPERATIONS, 'utf8')));
await writeFile('.env.example', envExample());
