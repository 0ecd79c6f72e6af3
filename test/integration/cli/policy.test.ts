import { run } from '../../../src/cli/program';
import { readSettings } from '../../../src/settings/settings';
import { useTestApp } from '../../support/app';
import { settleBothWays, twoParties } from '../../support/trades';

const app = useTestApp();

async function ats(...args: string[]): Promise<{ code: number; out: string[]; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(['policy', ...args], {
    environment: {},
    settings: () => readSettings({ ATS_ENV: 'test' }),
    print: (line) => void out.push(line),
    warn: (line) => void err.push(line),
    announce: () => undefined,
    createApp: () => Promise.reject(new Error('no service in this test')),
    withDatabase: (work) => work(app.ownerUrl),
  });
  return { code, out, err: err.join('\n') };
}

test('ats policy list should print each policy with its digest, which one is current, and from when', async () => {
  const { code, out } = await ats('list');
  expect(code).toBe(0);
  expect(out).toEqual([
    expect.stringMatching(/^slash_policy_v1 {2}rules_v1 {2}[0-9a-f]{64}$/),
    expect.stringMatching(/^slash_policy_v1\.1 {2}rules_v1\.1 {2}[0-9a-f]{64} {2}current {2}from [0-9TZ:.-]+$/),
  ]);
});

describe('ats policy backtest', () => {
  const period = ['--since', '2000-01-01', '--until', '2100-01-01T00:00:00Z'];
  const backtest = (...args: string[]) => ats('backtest', '--candidate', 'slash_policy_v1', ...args);

  beforeAll(async () => {
    await settleBothWays(app, await twoParties(app));
  });

  // @spec SE50
  it('should print what the candidate would change, and count what it cannot compare', async () => {
    const { code, out } = await backtest(...period, '--json');
    expect(code).toBe(0);
    const result = JSON.parse(out.join('\n')) as Record<string, unknown>;
    expect(result).toMatchObject({ candidate: 'slash_policy_v1', settlements: 2, unchanged: 1, changed: 1 });
    expect(result).toMatchObject({ by_class: [{ from: 'F1', to: 'F1', trades: 1 }], not_comparable: {} });

    const text = await backtest(...period);
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text.out.slice(0, 2)).toEqual(['2 settlements under slash_policy_v1:', '1 unchanged']);
    expect(text.out[3]).toMatch(/^ {2}class F1 to F1: 1 trades; stamps: provider \+\d+, consumer -\d+/);
    expect(text.out[4]).toBe('0 not comparable');
  });

  it('should read only the settlements of the period', async () => {
    const { out } = await backtest('--since', '2000-01-01', '--until', '2000-01-02', '--json');
    expect(JSON.parse(out.join('\n'))).toMatchObject({ settlements: 0, changed: 0, by_class: [] });
  });

  // @spec SE51
  it('should change nothing', async () => {
    const rows = () => app.sql('SELECT * FROM settlement ORDER BY settlement_id');
    const before = await rows();
    await backtest(...period);
    expect(await rows()).toEqual(before);
  });

  it('should accept a time as the API does, also without seconds', async () => {
    const since = ['2000-01-31t00:00:00z', '2000-01-31t00:00:00.123456789+02:00', '2000-01-31T00:00Z', '2000-01-31'];
    for (const time of since) {
      const { code, out } = await backtest('--since', time, '--until', '2100-01-01', '--json');
      expect([time, code, JSON.parse(out.join('\n'))]).toEqual([time, 0, expect.objectContaining({ settlements: 2 })]);
    }
  });

  it('should refuse a day that does not exist', async () => {
    const { code, err } = await backtest('--since', '2027-02-30', '--until', '2100-01-01');
    expect([code, err]).toEqual([2, expect.stringContaining('ISO 8601')]);
  });

  it('should refuse an unknown policy and a time that is not ISO 8601', async () => {
    const unknown = await ats('backtest', '--candidate', 'slash_policy_v9', ...period);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('slash_policy_v1.1') as string });
    const time = await backtest('--since', 'yesterday', '--until', '2100-01-01');
    expect(time).toMatchObject({ code: 2, err: expect.stringContaining('ISO 8601') as string });
  });
});
