import { parseArgs } from 'node:util';
import { compareImplementations } from './compare';

/** Command `npm run second-implementation -- --cases 1000000 --seed 1`. docs/proofs/second-implementation.md describes it. */
const USAGE = 'usage: npm run second-implementation -- [--cases 1000000] [--seed 1]';

function whole(text: string, name: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`--${name} must be a whole number from 1\n${USAGE}`);
}

async function main(): Promise<void> {
  const options = { cases: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } } as const;
  const { values } = parseArgs({ options });
  const [cases, seed] = [whole(values.cases, 'cases'), whole(values.seed, 'seed')];
  const { different, shown, ends } = await compareImplementations({ cases, seed });
  for (const one of shown) console.log(JSON.stringify(one, null, 1));
  for (const [end, count] of [...ends].sort()) console.log(`${String(count).padStart(9)}  ${end}`);
  console.log(`${String(cases)} cases with seed ${String(seed)}, ${String(different)} differ`);
  process.exitCode = different > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
