/** Renders what src/env-schema.ts declares for people: the table of settings in docs/operations.md, and .env.example. */
import { parseEnv, SettingsError } from '../env';
import { Settings } from '../env-schema';
import { namesIn } from '../domain/fields';

const KEY = Buffer.alloc(32).toString('base64');
const KEYS = { ENCRYPTION_KEY: KEY, AUTH_SECRET: KEY };

const BEGIN = '<!-- Written by `npm run settings` from src/env-schema.ts. -->';
const END = '<!-- End of the settings. -->';

interface Setting {
  readonly name: keyof typeof Settings.shape;
  readonly meaning: string;
  /** As text; null where it is unset, or generated. */
  readonly inDevelopment: string | null;
  readonly inProduction: string | null;
  readonly requiredInProduction: boolean;
}

function describe(): readonly Setting[] {
  const [development, production] = [parseEnv(KEYS), parseEnv({ ...KEYS, NODE_ENV: 'production' })];
  return namesIn(Settings.shape).map((name) => {
    const requiredInProduction = isRequiredInProduction(name);
    const text = (value: unknown): string | null => (value === undefined || requiredInProduction ? null : String(value));
    return {
      name,
      meaning: Settings.shape[name].description ?? '',
      inDevelopment: text(development[name]),
      inProduction: text(production[name]),
      requiredInProduction,
    };
  });
}

function isRequiredInProduction(name: string): boolean {
  try {
    parseEnv({ ...KEYS, NODE_ENV: 'production', [name]: undefined });
    return false;
  } catch (error) {
    if (error instanceof SettingsError) return true;
    throw error;
  }
}

/** The page with its table of settings as it is declared now. */
export function withSettingsTable(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The page has no place for the settings, from ${BEGIN} to ${END}.`);
  const rows = describe().map(
    (setting) => `| \`${setting.name}\` | ${shownDefault(setting)} | ${shownInProduction(setting)} | ${setting.meaning} |`,
  );
  const table = ['| Setting | Default | In production | Meaning |', '|---|---|---|---|', ...rows].join('\n');
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

function shownDefault({ inDevelopment, requiredInProduction }: Setting): string {
  if (requiredInProduction) return 'generated';
  return inDevelopment === null ? 'unset' : `\`${inDevelopment}\``;
}

function shownInProduction({ name, inDevelopment, inProduction, requiredInProduction }: Setting): string {
  if (requiredInProduction) return '**required**';
  return inProduction === inDevelopment || name === 'NODE_ENV' ? '' : `\`${inProduction}\``;
}

const EXAMPLE_HEAD = `# Every setting of the service with its default: copy this file to .env and change what you need. Docker Compose reads .env by itself;
# a shell does with \`set -a; . ./.env; set +a\`. Written by \`npm run settings\` from src/env-schema.ts.
`;

/** Not a setting of the service, but compose.yaml needs it. */
const EXAMPLE_FOOT = `
# For compose.yaml alone: the password of its Postgres, in letters and digits.
POSTGRES_PASSWORD=
`;

/** The text of .env.example: what production requires is left to be filled in, everything else is a comment. */
export function envExample(): string {
  const entries = describe().map((setting) => {
    const { name, meaning, requiredInProduction, inDevelopment, inProduction } = setting;
    const shown = shownInProduction(setting).replaceAll(/[`*]/g, '');
    const note = shown === '' ? '' : requiredInProduction ? ' Required in production.' : ` In production: ${shown}.`;
    const line = requiredInProduction ? `${name}=` : `#${name}=${inDevelopment ?? inProduction ?? ''}`;
    return `\n# ${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.${note}\n${line}\n`;
  });
  return EXAMPLE_HEAD + entries.join('') + EXAMPLE_FOOT;
}
