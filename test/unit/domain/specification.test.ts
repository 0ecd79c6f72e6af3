import { readSentences, specTests } from '../../../scripts/specification';

/** Compares docs/specification.md with the `@spec` tags of the tests. */

const sentences = readSentences();
const tests = specTests();
const ids = sentences.map(({ id }) => id);

describe('the specification', () => {
  test('should have an id of its own for each sentence', () => {
    expect(ids.length).toBeGreaterThan(300);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test('should use one prefix in each section', () => {
    const prefixes = new Map<string, Set<string>>();
    for (const { id, section } of sentences) {
      const prefix = id.replace(/\d+$/, '');
      prefixes.set(prefix, (prefixes.get(prefix) ?? new Set()).add(section));
    }
    expect([...prefixes].filter(([, sections]) => sections.size > 1)).toEqual([]);
    expect(prefixes.size).toBe(new Set(sentences.map(({ section }) => section)).size);
  });

  test('should have a test for every sentence', () => {
    const held = new Set(tests.flatMap((one) => one.ids));
    expect(ids.filter((id) => !held.has(id))).toEqual([]);
  });

  test('should have a sentence for every tag', () => {
    const unknown = tests.flatMap(({ file, title, ids: tagged }) =>
      tagged.filter((id) => !ids.includes(id)).map((id) => `${file}: ${id} above "${title}"`),
    );
    expect(unknown).toEqual([]);
  });

  test('should have short sentences', () => {
    expect(sentences.filter(({ text }) => text.split(' ').length > 20)).toEqual([]);
  });
});
