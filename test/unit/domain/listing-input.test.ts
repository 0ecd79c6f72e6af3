import { checkPublish, type PublishListingInput } from '../../../src/domain/market/listing-input';
import { at, NOW, pointers } from './market';

const input: PublishListingInput = {
  agent_id: 'checked against what is stored',
  trade_profile: 'translation.de-en/v1',
  side: 'provide',
  title: 'Translation',
  price_stamps: 800,
};
const errorsOf = (over: Partial<PublishListingInput>): string[] =>
  pointers(() => checkPublish({ ...input, ...over }, NOW));

// @spec L15
describe('checkPublish accepts', () => {
  test.each([
    ['a', true],
    ['translation.de-en/v12', true],
    ['a_b.c-d', true],
    [`${'a'.repeat(77)}/v1`, true],
    [`${'a'.repeat(78)}/v1`, false],
    ['', false],
    ['A', false],
    ['a..b', false],
    ['a/', false],
    ['a/v', false],
    ['a/v1/v2', false],
    ['a b', false],
    ['a\n', false],
    ['-a', false],
  ])('trade_profile %j: %s', (trade_profile, isValid) => {
    expect(errorsOf({ trade_profile })).toEqual(isValid ? [] : ['/trade_profile']);
  });

  test('a title of 1–200 and a description of 0–4000 characters', () => {
    expect(errorsOf({ title: 'x'.repeat(200), description: 'x'.repeat(4000) })).toEqual([]);
    expect(errorsOf({ title: 'x'.repeat(201), description: 'x'.repeat(4001) })).toEqual(['/title', '/description']);
    expect(errorsOf({ title: undefined, price_stamps: undefined })).toEqual(['/title', '/price_stamps']);
  });

  test('price_stamps of 1 to 10^12', () => {
    const found = [0, 1, 1e12, 1e12 + 1, 0.5].map((price_stamps) => errorsOf({ price_stamps }).length);
    expect(found).toEqual([1, 0, 0, 1, 1]);
  });

  test('up to 16 different tags of 1–40 characters without outer white space', () => {
    const tags = Array.from({ length: 16 }, (_, i) => `tag ${String(i)}`);
    expect(errorsOf({ tags })).toEqual([]);
    expect(errorsOf({ tags: [...tags, 'more'] })).toEqual(['/tags']);
    expect(errorsOf({ tags: ['', 'x'.repeat(41), ' a', 'b', 'b'] })).toEqual([
      '/tags/0',
      '/tags/1',
      '/tags/2',
      '/tags/4',
    ]);
  });

  test('1–32 steps whose shares sum to 10000', () => {
    const shares = (...list: number[]) => list.map((share_bps) => ({ title: 'S', share_bps }));
    expect(errorsOf({ steps: shares(1, 9999) })).toEqual([]);
    expect(errorsOf({ steps: shares(5000, 4999) })).toEqual(['/steps']);
    expect(errorsOf({ steps: shares(0, 10_000) })).toEqual(['/steps/0/share_bps']);
    expect(errorsOf({ steps: [] })).toEqual(['/steps']);
    expect(errorsOf({ steps: shares(...Array<number>(31).fill(300), 700) })).toEqual([]);
    expect(errorsOf({ steps: shares(...Array<number>(32).fill(300), 400) })).toEqual(['/steps']);
  });

  test('a trade profile in a step of a consumer, not of a provider', () => {
    const steps = [{ title: 'S', share_bps: 10_000, trade_profile: 'other' }];
    expect(errorsOf({ side: 'consume', steps })).toEqual([]);
    expect(errorsOf({ side: 'provide', steps })).toEqual(['/steps/0/trade_profile']);
    const wrong = [{ title: 'S', share_bps: 10_000, trade_profile: 'Other' }];
    expect(errorsOf({ side: 'consume', steps: wrong })).toEqual(['/steps/0/trade_profile']);
  });

  test('windows of 1–2592000 s, a threshold of 1–10000 and expires_at in the future', () => {
    for (const name of ['contract_window_seconds', 'checkpoint_window_seconds']) {
      expect([0, 1, 2_592_000, 2_592_001].map((n) => errorsOf({ [name]: n }).length)).toEqual([1, 0, 0, 1]);
    }
    expect([0, 1, 10_000, 10_001].map((n) => errorsOf({ coverage_threshold_bps: n }).length)).toEqual([1, 0, 0, 1]);
    const moments = [NOW, at(0.001), new Date(Number.NaN), new Date('+010000-01-01T00:00:00Z')];
    expect(moments.map((expires_at) => errorsOf({ expires_at }).length)).toEqual([1, 0, 1, 1]);
  });
});
