import fc from 'fast-check';
import { readJson } from '../../../src/api/rest/compile/json';
import { cpuMs } from '../../support/cpu';

const read = (text: string) => readJson(Buffer.from(text));

describe('Invalid JSON is refused with the position of the error', () => {
  it.each([
    ['', 'it ends too early at position 1 (line 1, column 1)'],
    ['  \n ', 'it ends too early at position 5 (line 2, column 2)'],
    ['{', 'it ends too early at position 2 (line 1, column 2)'],
    ['{"a": 1', 'it ends too early at position 8 (line 1, column 8)'],
    ['{"a" 1}', 'unexpected character at position 6 (line 1, column 6)'],
    ['{"a": 1,}', 'unexpected character at position 9 (line 1, column 9)'],
    ['{"a":\n  [1, 2,\n   ]}', 'unexpected character at position 19 (line 3, column 4)'],
    ['[1 2]', 'unexpected character at position 4 (line 1, column 4)'],
    ['[1]]', 'unexpected character at position 4 (line 1, column 4)'],
    ['{"a": 01}', 'unexpected character at position 7 (line 1, column 7)'],
    ['{"a": nul}', 'unexpected character at position 7 (line 1, column 7)'],
    ["{'a': 1}", 'unexpected character at position 2 (line 1, column 2)'],
    ['{"a": "b\nc"}', 'unexpected character at position 7 (line 1, column 7)'],
    ['{"a": "\\x"}', 'unexpected character at position 7 (line 1, column 7)'],
    ['[}', 'unexpected character at position 2 (line 1, column 2)'],
    ['{"a": 1]', 'unexpected character at position 8 (line 1, column 8)'],
    ['\uFEFF{}', 'unexpected character at position 1 (line 1, column 1)'],
    ['{1: 2}', 'unexpected character at position 2 (line 1, column 2)'],
  ])('%j: %s', (text, where) => {
    expect(read(text)).toEqual({ error: `is not JSON: ${where}` });
  });

  it('should refuse bytes that are not UTF-8', () => {
    expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ error: 'is not JSON: it is not UTF-8' });
  });
});

it('should parse JSON like JSON.parse', () => {
  fc.assert(fc.property(fc.json(), (text) => expect(read(text)).toEqual({ value: JSON.parse(text) as unknown })));
});

it('should name a position inside or at the end of damaged JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.nat(), (text, from, length) => {
      const start = from % (text.length + 1);
      const damaged = text.slice(0, start) + text.slice(start + (length % 9) + 1);
      const json = read(damaged);
      if ('value' in json) return;
      const position = Number(/at position (\d+)/.exec(json.error)?.[1]);
      expect(position).toBeGreaterThanOrEqual(1);
      expect(position).toBeLessThanOrEqual(damaged.length + 1);
    }),
  );
});

it('should find an error at the end of a large body in linear time', () => {
  const text = `[${'{"a":"b\\n"},'.repeat(20_000)}"unfinished`;
  const startedAt = cpuMs();
  expect(read(text)).toEqual({ error: expect.stringContaining(`position ${String(text.length - 10)}`) as string });
  expect(cpuMs() - startedAt).toBeLessThan(1_000);
});
