/** Parses the metrics of a running service as strictly as Prometheus does. */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Metrics {
  readonly samples: readonly Sample[];
  /** counter, gauge, histogram or summary, by family name. */
  readonly types: ReadonlyMap<string, string>;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\["\\\\n])*)"';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{((?:${LABEL},?)*)\\})? ([Nn]a[Nn]|[+-]?Inf|[-+0-9.eE]+)$`);
const numberOf = (text: string): number => (text.endsWith('Inf') ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text));

/** @throws Error at the first malformed line, and at a sample that is duplicated or belongs to no family. */
export function parseMetrics(text: string): Metrics {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('# HELP '))) {
    const type = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary)$`).exec(line);
    if (type) {
      types.set(type[1]!, type[2]!);
      continue;
    }
    const match = SAMPLE.exec(line);
    if (!match) throw new Error(`not a metric: ${line}`);
    const [, name = '', labels = ''] = match;
    if (!types.has(name) && !types.has(name.replace(/_(bucket|sum|count)$/, ''))) throw new Error(`${name} is of no family`);
    if (seen.has(`${name}{${labels}}`)) throw new Error(`told twice: ${line}`);
    seen.add(`${name}{${labels}}`);
    const pairs = [...labels.matchAll(new RegExp(LABEL, 'g'))].map(([, key = '', value = '']) => [key, value] as const);
    samples.push({ name, labels: Object.fromEntries(pairs), value: numberOf(match.at(-1)!) });
  }
  return { types, samples };
}

export async function metricsAt(address: string): Promise<Metrics> {
  return parseMetrics(await (await fetch(`${address}/metrics`)).text());
}

/** The sum of the samples with these labels; 0 when there are none. */
export function sampleOf({ samples }: Metrics, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const fits = (sample: Sample): boolean =>
    sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value);
  return samples.filter(fits).reduce((sum, { value }) => sum + value, 0);
}
