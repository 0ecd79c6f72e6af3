import { parse, print, stripIgnoredCharacters } from 'graphql';
import { operationFragments, operationRows } from '../../../packages/client/src/operations';
import { printDocument } from '../../../packages/client/src/print-document';

/** Equal texts after graphql-js has printed both, so spaces do not count. */
const normal = (text: string): string => stripIgnoredCharacters(print(parse(text)));

const EVERY_KIND = String.raw`
  query Q($a: [ID!]! = ["x", "y"] @deprecated, $b: Input = { flag: true, none: null, level: HIGH, list: [1, -2.5e3] }) @live {
    renamed: field(text: "a \"quoted\" line\nand ü \\", id: $a) @include(if: $b) @skip(if: false) {
      ...Part @defer(label: "p")
      ... on Type @skip(if: true) { __typename }
      ... { empty(list: [], object: {}) }
    }
  }
  fragment Part on Type @once { id }
  mutation { act }
  subscription S { events(after: null) { id } }
`;

it('should print every kind of node of an executable document as graphql-js does', () => {
  expect(normal(printDocument(parse(EVERY_KIND, { noLocation: true })))).toBe(normal(EVERY_KIND));
});

it('should print a block string as a string with the same value', () => {
  const text = 'query { field(text: """\n  two\n  lines "quoted"\n""") { id } }';
  expect(print(parse(printDocument(parse(text))))).toContain(String.raw`"two\nlines \"quoted\""`);
});

it('should print all documents of the client', () => {
  for (const { text, fragments } of operationRows) {
    const document = [text, ...fragments.map((name) => operationFragments[name])].join(' ');
    expect(normal(printDocument(parse(document)))).toBe(normal(document));
  }
});

it.each([
  ['a schema definition', parse('type Query { a: Int }')],
  ['an object without a kind', { definitions: [] }],
  ['a node with the name of a member of all objects', { kind: 'constructor' }],
])('should refuse %s', (_name, document) => {
  expect(() => printDocument(document)).toThrow(TypeError);
});
