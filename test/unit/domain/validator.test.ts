import { Validator } from '../../../src/domain/validator';
import { parseContract, parseRebuttal, parseResults, type ContractInput } from '../../../src/domain/trades/step-input';
import { refusalOf } from './setup';

const pointersOf = (call: () => unknown): unknown[] => {
  const fields = refusalOf(call)?.members['fields'];
  return Array.isArray(fields) ? fields.map((field: { pointer: string }) => field.pointer) : [];
};

describe('Validator', () => {
  test('should report all errors, each with its pointer', () => {
    const check = new Validator();
    check.text('/a', '', { min: 1, max: 3 });
    check.int('/b', 0, { min: 1, max: 9 });
    check.addError('/c', 'is wrong');
    const refusal = refusalOf(() => {
      check.done();
    });
    expect(refusal?.code).toBe('validation_failed');
    expect(refusal?.members['fields']).toEqual([
      { pointer: '/a', detail: 'must have 1 to 3 characters' },
      { pointer: '/b', detail: 'must be 1 to 9' },
      { pointer: '/c', detail: 'is wrong' },
    ]);
    expect(refusal?.message).toBe('/a must have 1 to 3 characters');
  });
  test('should not throw without errors', () => {
    const check = new Validator();
    expect([check.text('/a', 'x'), check.int('/b', 10n, { max: 10 }), check.ok]).toEqual([true, true, true]);
    check.done();
  });
  test('should count code points as characters', () => {
    expect(new Validator().text('/a', '😀😀😀', { max: 3 })).toBe(true);
    expect(new Validator().text('/a', '😀😀😀😀', { max: 3 })).toBe(false);
    expect(new Validator().text('/a', 'x'.repeat(7), { max: 3 })).toBe(false);
  });
  test.each([
    ['U+0000', 'a\0b'],
    ['a lone surrogate', 'a\ud800b'],
  ])('should reject a text with %s', (_, text) => {
    expect(new Validator().text('/a', text)).toBe(false);
  });
  // @spec N8
  test.each([
    '\u200b',
    '\u00a0 \u2003',
    '\u3164\uffa0',
    '\u2800',
    '\u202e\u2066',
    '\ufeff',
    '\u{e0020}',
    '\u00ad',
    '\ufe0f',
    '\u034f',
    '\u0085\u0007',
  ])('should reject a text without a visible character: %j', (text) => {
    const check = new Validator();
    expect(check.text('/a', text, { min: 0, max: 9 })).toBe(false);
    expect(refusalOf(() => check.done())?.message).toBe('/a must have a visible character');
  });
  test.each(['', '.', '\u200bx', '👩‍💻', 'é', 'ع', '\u0301'])('should accept a visible or empty text: %j', (text) => {
    expect(new Validator().text('/a', text, { min: 0, max: 9 })).toBe(true);
  });
  test.each([0.5, Number.NaN, 2 ** 53, Infinity])('should reject %p as an integer', (value) => {
    expect(new Validator().int('/a', value)).toBe(false);
  });
  test('should accept an absolute URI of at most 2048 characters', () => {
    const uri = (value: string) => new Validator().uri('/a', value);
    expect(uri('https://example.com/a?b#c')).toBe(true);
    expect(uri('ipfs://bafybeigdyrzt5')).toBe(true);
    for (const invalid of [
      '',
      'a/b',
      '/a',
      'https://exa mple.com',
      ' https://example.com',
      `https://e.com/${'a'.repeat(2048)}`,
    ]) {
      expect(uri(invalid)).toBe(false);
    }
  });
  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://example.com/9115d58c',
    'file:///etc/passwd',
    'filesystem:https://example.com/temporary/a',
    'view-source:https://example.com',
    'about:blank',
  ])('should reject a URI that runs code in a browser or reads local files: %s', (uri) => {
    const refusal = refusalOf(() => parseContract(contract({ items: [{ ...item, artifact_uri: uri }] })));
    expect(refusal).toMatchObject({
      code: 'validation_failed',
      members: { fields: [{ pointer: '/items/0/artifact_uri' }] },
    });
    const rebuttal = refusalOf(() => parseRebuttal({ statement: 's', evidence: [{ uri }] }));
    expect(rebuttal?.members).toMatchObject({ fields: [{ pointer: '/evidence/0/uri' }] });
  });
  test.each([
    's3://bucket/key',
    'urn:isbn:0451450523',
    'ipfs://bafybeigdyrzt5',
    'oci://registry.example/a@sha256:0',
    'http://a.example',
  ])('should accept a URI of another scheme: %s', (uri) => {
    expect(new Validator().uri('/a', uri)).toBe(true);
  });
});

const item = { item_id: 'i', description: 'd', weight: 1 };
const contract = (over: Partial<ContractInput>): ContractInput => ({ summary: 's', items: [item], ...over });
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ ...item, item_id: String(index) }));

// @spec ST30
describe('a delivery contract', () => {
  test('is valid at all upper bounds', () => {
    const full = {
      item_id: 'x'.repeat(64),
      description: 'd'.repeat(500),
      weight: 1000,
      artifact_uri: `https://e.com/${'a'.repeat(2034)}`,
      artifact_sha256: 'a'.repeat(64),
    };
    expect(parseContract({ summary: 's'.repeat(2000), items: [full] }).items).toEqual([full]);
    expect(parseContract(contract({ items: items(64) })).items).toHaveLength(64);
  });
  test.each<[string, Partial<ContractInput>, string]>([
    ['an empty summary', { summary: '' }, '/summary'],
    ['a summary of 2001', { summary: 'x'.repeat(2001) }, '/summary'],
    ['no items', { items: [] }, '/items'],
    ['65 items', { items: items(65) }, '/items'],
    ['an item twice', { items: [item, item] }, '/items/1/item_id'],
    ['an empty item_id', { items: [{ ...item, item_id: '' }] }, '/items/0/item_id'],
    ['an item_id of 65', { items: [{ ...item, item_id: 'x'.repeat(65) }] }, '/items/0/item_id'],
    ['a description of 501', { items: [{ ...item, description: 'x'.repeat(501) }] }, '/items/0/description'],
    ['weight 0', { items: [{ ...item, weight: 0 }] }, '/items/0/weight'],
    ['weight 1001', { items: [{ ...item, weight: 1001 }] }, '/items/0/weight'],
    ['weight 1.5', { items: [{ ...item, weight: 1.5 }] }, '/items/0/weight'],
    ['a relative artifact', { items: [{ ...item, artifact_uri: 'a/b' }] }, '/items/0/artifact_uri'],
    ['63 hex digits', { items: [{ ...item, artifact_sha256: 'a'.repeat(63) }] }, '/items/0/artifact_sha256'],
    ['64 that are not hex', { items: [{ ...item, artifact_sha256: 'g'.repeat(64) }] }, '/items/0/artifact_sha256'],
  ])('is invalid with %s', (_, over, pointer) => {
    expect(pointersOf(() => parseContract(contract(over)))).toEqual([pointer]);
  });
});

describe('checkpoint results and rebuttals', () => {
  test('absent results are null, and absent notes are null', () => {
    expect(parseResults({ status: 'confirmed' })).toBeNull();
    const results = [{ item_id: 'i', met: true }];
    expect(parseResults({ status: 'confirmed', results })).toEqual([{ item_id: 'i', met: true, note: null }]);
  });
  test('a note of 1001 characters is invalid', () => {
    const results = [{ item_id: 'i', met: true, note: 'x'.repeat(1001) }];
    expect(pointersOf(() => parseResults({ status: 'confirmed', results }))).toEqual(['/results/0/note']);
  });
  test('a rebuttal has a statement of 1–4000 characters and at most 32 pieces of evidence', () => {
    const uri = 'https://example.com';
    const evidence = Array.from({ length: 32 }, () => ({ uri }));
    expect(parseRebuttal({ statement: 'x'.repeat(4000), evidence }).evidence).toHaveLength(32);
    expect(parseRebuttal({ statement: 'x' })).toEqual({ statement: 'x', evidence: [] });
    expect(pointersOf(() => parseRebuttal({ statement: '' }))).toEqual(['/statement']);
    expect(pointersOf(() => parseRebuttal({ statement: 'x'.repeat(4001) }))).toEqual(['/statement']);
    expect(pointersOf(() => parseRebuttal({ statement: 'x', evidence: [...evidence, { uri }] }))).toEqual([
      '/evidence',
    ]);
    const wrong = [{ uri: 'x', sha256: 'x', note: 'x'.repeat(1001) }];
    const pointers = ['/evidence/0/uri', '/evidence/0/sha256', '/evidence/0/note'];
    expect(pointersOf(() => parseRebuttal({ statement: 'x', evidence: wrong }))).toEqual(pointers);
  });
});

test('a refusal lists 100 errors and the number of the rest', () => {
  const errorsOf = (count: number): unknown[] => {
    const check = new Validator();
    for (let n = 0; n < count; n += 1) check.addError(`/items/${String(n)}`, 'must be an object');
    const refusal = refusalOf(() => {
      check.done();
    });
    return refusal?.members['fields'] as unknown[];
  };
  expect(errorsOf(100)).toHaveLength(100);
  const listed = errorsOf(1500);
  expect(listed).toHaveLength(101);
  expect(listed.slice(99)).toEqual([
    { pointer: '/items/99', detail: 'must be an object' },
    { pointer: '', detail: 'has 1400 more errors: correct the listed errors first' },
  ]);
});
