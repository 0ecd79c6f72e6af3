/** A parsed page of /metrics; not a test. */
export interface Scraped {
  readonly text: string;
  /** The sample with exactly these labels; undefined if there is none. */
  get(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
  /** Names of metric families (`# TYPE`) and of samples. */
  readonly names: ReadonlySet<string>;
  /** Every value of every label. */
  readonly labelValues: ReadonlySet<string>;
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;

function keyOf(name: string, labels: Readonly<Record<string, string>>): string {
  const sortedLabels = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${name}${JSON.stringify(sortedLabels)}`;
}

export function parseScrape(text: string): Scraped {
  const samples = new Map<string, number>();
  const names = new Set<string>();
  const labelValues = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const family = /^# (?:TYPE|HELP) (\S+)/.exec(line)?.[1];
    if (family !== undefined) {
      names.add(family);
      continue;
    }
    const [, name = '', labelText = '', value = ''] = SAMPLE.exec(line) ?? [];
    if (name === '') throw new Error(`not a sample: ${line}`);
    const labels = Object.fromEntries(
      Array.from(labelText.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g), ([, label = '', said = '']) => [
        label,
        said,
      ]),
    );
    names.add(name);
    for (const said of Object.values(labels)) labelValues.add(said);
    samples.set(keyOf(name, labels), Number(value));
  }
  return { text, names, labelValues, get: (name, labels = {}) => samples.get(keyOf(name, labels)) };
}

/** Scrapes over HTTP, as Prometheus does. */
export async function scrape(url: string | undefined): Promise<Scraped> {
  if (url === undefined) throw new Error('there is no /metrics');
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`/metrics answers ${String(response.status)}`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseScrape(await response.text());
}

type Move = readonly [name: string, labels: Readonly<Record<string, string>>, by: number];

/**
 * Runs the work and waits until every sample has moved by exactly this number.
 * A missing sample counts as 0. Samples from the database are up to one second old.
 */
export async function expectMoved(
  url: string | undefined,
  work: () => Promise<unknown>,
  moves: readonly Move[],
): Promise<void> {
  const values = async (): Promise<number[]> => {
    const page = await scrape(url);
    return moves.map(([name, labels]) => page.get(name, labels) ?? 0);
  };
  const before = await values();
  await work();
  const wanted = moves.map(([, , by], index) => (before[index] ?? 0) + by);
  const deadline = performance.now() + 15_000;
  let after = await values();
  while (performance.now() < deadline && JSON.stringify(after) !== JSON.stringify(wanted)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    after = await values();
  }
  const named = (all: readonly number[]) => moves.map(([name, labels], index) => [name, labels, all[index]]);
  expect(named(after)).toEqual(named(wanted));
}
