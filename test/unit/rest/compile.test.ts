import { buildSchema, type GraphQLEnumType, type GraphQLSchema } from 'graphql';
import { type CompiledRoute, compileRoutes } from '../../../src/api/rest/compile/compile';
import { DELETE, GET, PATCH, POST, type RouteDefinition } from '../../../src/api/rest/routes/route';

/** The compiler on a schema of its own: what follows from document and schema, and what stops the process. */

const schema = sample();

function sample(): GraphQLSchema {
  const built = buildSchema(`
    type Query {
      shelf(shelfKey: ID!): Shelf!
      listing(listingKey: ID!): Listing
      words: [Word!]!
    }
    type Shelf {
      name: String!
      books("Maximum number of books." first: Int, after: String, kinds: [Kind!]): BookConnection!
      listing(listingKey: ID!): Listing
    }
    type Listing { title: String!  kind: Kind!  proposal: Proposal }
    type Proposal { price: Int }
    type Word { text: String! }
    type Book { title: String!  kind: Kind!  kinds: [Kind!]  firstLine: String  keptName: String! }
    type BookConnection { nodes: [Book!]!  pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean!  endCursor: String }
    enum Kind { LONG_NOVEL POEM }
    type Mutation { addBook(input: AddBookInput!): AddBookPayload!  drop(input: DropInput!): DropPayload! }
    input AddBookInput { shelfKey: ID!  title: String!  kind: Kind!  pages: [PageInput!]  year: Int = 2000 }
    input PageInput { lineCount: Int!  note: String }
    type AddBookPayload { book: Book!  secret: Secret }
    type Secret { signingWord: String! }
    input DropInput { shelfKey: ID  stepNo: Int! }
    type DropPayload { book: Book }
  `);
  // The internal value is the specification's spelling.
  const values = { LONG_NOVEL: 'long.novel', POEM: 'poem' };
  const kind = built.getType('Kind') as GraphQLEnumType;
  for (const value of kind.getValues()) value.value = values[value.name as keyof typeof values];
  return built;
}

const PAGE = { default: 5, max: 10 };
const compile = (row: RouteDefinition): CompiledRoute => compileRoutes(schema, [row], PAGE)[0] as CompiledRoute;

const books = GET(
  '/shelves/{shelf_key}/books',
  `query ($shelfKey: ID!, $limit: Int, $cursor: String, $kinds: [Kind!]) { shelf(shelfKey: $shelfKey) {
    body: books(first: $limit, after: $cursor, kinds: $kinds) {
      nodes { title kind kinds firstLine keptName: keptName } pageInfo { hasNextPage endCursor }
    }
  } }`,
);
const addBook = POST(
  '/shelves/{shelf_key}/books',
  201,
  'mutation ($input: AddBookInput!) { addBook(input: $input) { body: book { title } secret { signingWord } } }',
);
const drop = DELETE(
  '/shelves/{shelf_key}/steps/{step_no}',
  200,
  'mutation ($input: DropInput!) { drop(input: $input) { body: book { title } } }',
);

describe('An answer', () => {
  const { encode } = compile(books);
  const book = { title: 'A', kind: 'LONG_NOVEL', kinds: ['POEM'], firstLine: null, keptName: 'b' };
  const page = (hasNextPage: boolean, endCursor: string | null) => ({
    shelf: { body: { nodes: [book], pageInfo: { hasNextPage, endCursor } } },
  });
  const row = { title: 'A', kind: 'long.novel', kinds: ['poem'], first_line: null, keptName: 'b' };

  // @spec R4
  it('has snake_case names, the specification’s values, and an alias as it is written', () => {
    expect(encode(page(false, 'x'))).toEqual({
      status: 200,
      body: { data: [row], next_cursor: null },
      next: undefined,
    });
  });

  it('of a page has the next one’s cursor', () => {
    expect(encode(page(true, 'x'))).toMatchObject({ body: { next_cursor: 'x' }, next: 'x' });
  });

  it('of a feed always has a cursor, and a next page only where there is one', () => {
    const feed = compile({ ...books, overrides: { feed: true } });
    expect(feed.list).toBe('feed');
    expect(feed.encode(page(false, 'x'))).toMatchObject({ body: { next_cursor: 'x' }, next: undefined });
  });

  it('of a list without pages is all of it', () => {
    const words = compile(GET('/words', 'query { body: words { text } }'));
    expect(words.encode({ body: [{ text: 'a' }] })).toMatchObject({
      body: { data: [{ text: 'a' }], next_cursor: null },
    });
  });

  it('is joined by what stands beside it, null too', () => {
    const { encode: added, response } = compile(addBook);
    const payload = (secret: unknown) => ({ addBook: { body: { title: 'A' }, secret } });
    expect(added(payload({ signingWord: 's' }))).toMatchObject({
      status: 201,
      body: { title: 'A', secret: { signing_word: 's' } },
    });
    expect(added(payload(null))).toMatchObject({ body: { title: 'A', secret: null } });
    expect(response).toMatchObject({ members: [{ name: 'title' }, { name: 'secret' }] });
  });

  it('is 200 where nothing was made', () => {
    const route = compile({ ...addBook, overrides: { notCreatedWhenNull: 'secret' } });
    expect(route.statuses).toEqual([201, 200]);
    expect(route.encode({ addBook: { body: { title: 'A' }, secret: null } })).toMatchObject({ status: 200 });
    expect(route.encode({ addBook: { body: { title: 'A' }, secret: { signingWord: 's' } } })).toMatchObject({
      status: 201,
    });
  });
});

describe('What is null on the way', () => {
  const document = `query ($shelfKey: ID!, $listingKey: ID!) { shelf(shelfKey: $shelfKey) {
    listing(listingKey: $listingKey) { body: proposal { price } }
  } }`;
  const path = '/shelves/{shelf_key}/listings/{listing_key}/proposal';

  it('is 404 of its noun', () => {
    const route = compile(GET(path, document));
    expect(route.notFound).toEqual(['listing_not_found', 'proposal_not_found']);
    expect(route.encode({ shelf: { listing: null } })).toEqual({ absent: 'listing_not_found' });
    expect(route.encode({ shelf: { listing: { body: null } } })).toEqual({ absent: 'proposal_not_found' });
    expect(route.encode({ shelf: { listing: { body: { price: null } } } })).toMatchObject({ body: { price: null } });
  });

  it('is the one the table names', () => {
    const route = compile(GET(path, document, { absent: 'settlement_not_found' }));
    expect([route.hidesExistence, route.notFound]).toEqual([true, ['settlement_not_found']]);
    expect(route.encode({ shelf: { listing: null } })).toEqual({ absent: 'settlement_not_found' });
  });

  it('after a mutation is an answer: it was done', () => {
    expect(compile(drop).encode({ drop: { body: null } })).toMatchObject({ status: 200, body: null });
  });
});

describe('A request', () => {
  const decode = (row: RouteDefinition, params: Record<string, string>, search = '', body?: unknown) =>
    compile(row).decode({
      params,
      search,
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    });

  it('gives path, query and page size to the variables', () => {
    expect(decode(books, { shelf_key: 's' }, 'kinds=poem,long.novel&cursor=x')).toEqual({
      variables: { shelfKey: 's', limit: 5, cursor: 'x', kinds: ['POEM', 'LONG_NOVEL'] },
      faults: [],
    });
  });

  it('gives path and body to the input; the path wins, what is left out stays out, null stays null', () => {
    const body = { shelf_key: 'other', title: 'A', kind: 'poem', pages: [{ line_count: 3, note: null }] };
    expect(decode(addBook, { shelf_key: 's' }, '', body)).toEqual({
      variables: { input: { shelfKey: 's', title: 'A', kind: 'POEM', pages: [{ lineCount: 3, note: null }] } },
      faults: [],
    });
  });

  it('without a body has none of its members', () => {
    expect(decode(addBook, { shelf_key: 's' }).faults).toEqual([
      { pointer: '/title', detail: 'must be given' },
      { pointer: '/kind', detail: 'must be given' },
    ]);
  });

  it.each([
    ['7', 7],
    ['x', 0],
    ['07', 0],
    ['-7', 0],
    ['7.5', 0],
    ['', 0],
    ['12345678901', 0],
  ])('whose path has %j for a number names number %i', (text, stepNo) => {
    expect(decode(drop, { shelf_key: 's', step_no: text }).variables).toEqual({ input: { shelfKey: 's', stepNo } });
  });

  it('is told every fault, and no more than anyone reads', () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member${String(index)}`, 1]));
    expect(decode(addBook, { shelf_key: 's' }, '', body).faults).toHaveLength(20);
  });

  it('cannot name a member that only JavaScript knows', () => {
    const { variables, faults } = compile(addBook).decode({
      params: { shelf_key: 's' },
      search: '',
      body: Buffer.from('{"__proto__": {"title": "A"}, "constructor": 1, "title": "B", "kind": "poem"}'),
    });
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/__proto__', '/constructor']);
    expect(variables).toEqual({ input: { shelfKey: 's', title: 'B', kind: 'POEM' } });
  });
});

describe('A description', () => {
  it('has parameters with their bounds, members, and where the route is in GraphQL', () => {
    const route = compile(books);
    expect(route).toMatchObject({
      method: 'GET',
      path: '/api/v1/shelves/{shelf_key}/books',
      field: 'shelf.books',
      cursor: 'cursor',
    });
    expect(route.parameters.map(({ in: where, name, required, page }) => [where, name, required, page])).toEqual([
      ['path', 'shelf_key', true, undefined],
      ['query', 'limit', false, PAGE],
      ['query', 'cursor', false, undefined],
      ['query', 'kinds', false, undefined],
    ]);
    expect(route.parameters[1]?.description).toBe('Maximum number of books.');
    expect([...route.pointers]).toContainEqual(['/first', '/limit']);
    expect(compile(addBook).body?.members.map(({ name, required }) => [name, required])).toEqual([
      ['title', true],
      ['kind', true],
      ['pages', false],
      ['year', false],
    ]);
  });
});

describe('A bad line stops the process, by its method and path', () => {
  it.each<[string, RouteDefinition, RegExp]>([
    ['that does not parse', GET('/x', 'query {'), /GET \/x: Syntax Error/],
    ['of an unknown field', GET('/x', 'query { body: nothing }'), /GET \/x: Cannot query field "nothing"/],
    ['of an unknown fragment', GET('/x', 'query { body: words { ...Nothing } }'), /there is no fragment Nothing/],
    ['without a body', GET('/x', 'query { words { text } }'), /is called body/],
    [
      'of two operations',
      GET('/x', 'query A { body: words { text } } query B { body: words { text } }'),
      /one operation/,
    ],
    ['whose path names what the document does not take', GET('/x/{y}', 'query { body: words { text } }'), /takes no y/],
    [
      'whose null has no code',
      GET(
        '/x/{listing_key}',
        'query ($listingKey: ID!) { listing(listingKey: $listingKey) { proposal { body: price } } }',
      ),
      /the error catalogue has no int_not_found/,
    ],
    [
      'with a variable beside the input',
      PATCH('/x', 200, 'mutation ($input: DropInput!, $y: Int) { drop(input: $input) { body: book { title } } }'),
      /never used/,
    ],
  ])('%s', (_, row, why) => {
    expect(() => compile(row)).toThrow(why);
  });

  it('and two of one method and path', () => {
    expect(() => compileRoutes(schema, [books, { ...books, path: '/shelves/{shelf_key}/books' }], PAGE)).toThrow(
      'GET /api/v1/shelves/{}/books is defined twice',
    );
  });
});
