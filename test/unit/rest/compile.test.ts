import { buildSchema, type GraphQLEnumType, type GraphQLSchema } from 'graphql';
import { serializeInSlices } from '../../../src/api/responses/serialize-in-slices';
import { type CompiledRoute, compileRoutes } from '../../../src/api/rest/compile/compile';
import { DELETE, GET, PATCH, POST, type RouteDefinition } from '../../../src/api/rest/routes/route';

/** The route compiler, with a sample schema. */

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

describe('A response', () => {
  const { encode } = compile(books);
  const book = { title: 'A', kind: 'LONG_NOVEL', kinds: ['POEM'], firstLine: null, keptName: 'b' };
  const page = (hasNextPage: boolean, endCursor: string | null) => ({
    shelf: { body: { nodes: [book], pageInfo: { hasNextPage, endCursor } } },
  });
  const row = { title: 'A', kind: 'long.novel', kinds: ['poem'], first_line: null, keptName: 'b' };

  // @spec R4
  it('should have snake_case names, the specification’s values, and aliases unchanged', async () => {
    const response = encode(page(false, 'x'));
    if (!('body' in response)) throw new Error('the response has no body');
    const { body, ...rest } = response;
    expect(rest).toEqual({ status: 200, next: undefined });
    expect(JSON.parse((await serializeInSlices(body, () => undefined)).toString('utf8'))).toEqual({
      data: [row],
      next_cursor: null,
    });
  });

  it('should have the cursor of the next page in a page', () => {
    expect(encode(page(true, 'x'))).toMatchObject({ body: { next_cursor: 'x' }, next: 'x' });
  });

  it('should always have a cursor in a feed, and a next page only if there is one', () => {
    const feed = compile({ ...books, overrides: { feed: true } });
    expect(feed.list).toBe('feed');
    expect(feed.encode(page(false, 'x'))).toMatchObject({ body: { next_cursor: 'x' }, next: undefined });
  });

  it('should have all rows of a list without pages', () => {
    const words = compile(GET('/words', 'query { body: words { text } }'));
    expect(words.encode({ body: [{ text: 'a' }] })).toMatchObject({
      body: { data: [{ text: 'a' }], next_cursor: null },
    });
  });

  it('should include sibling fields as members, also when they are null', () => {
    const { encode, response } = compile(addBook);
    const payload = (secret: unknown) => ({ addBook: { body: { title: 'A' }, secret } });
    expect(encode(payload({ signingWord: 's' }))).toMatchObject({
      status: 201,
      body: { title: 'A', secret: { signing_word: 's' } },
    });
    expect(encode(payload(null))).toMatchObject({ body: { title: 'A', secret: null } });
    expect(response).toMatchObject({ members: [{ name: 'title' }, { name: 'secret' }] });
  });

  it('should have status 200 if nothing was created', () => {
    const route = compile({ ...addBook, overrides: { notCreatedWhenNull: 'secret' } });
    expect(route.statuses).toEqual([201, 200]);
    expect(route.encode({ addBook: { body: { title: 'A' }, secret: null } })).toMatchObject({ status: 200 });
    expect(route.encode({ addBook: { body: { title: 'A' }, secret: { signingWord: 's' } } })).toMatchObject({
      status: 201,
    });
  });
});

describe('A null in the path to the body', () => {
  const document = `query ($shelfKey: ID!, $listingKey: ID!) { shelf(shelfKey: $shelfKey) {
    listing(listingKey: $listingKey) { body: proposal { price } }
  } }`;
  const path = '/shelves/{shelf_key}/listings/{listing_key}/proposal';

  it('should be the 404 of its type', () => {
    const route = compile(GET(path, document));
    expect(route.notFound).toEqual(['listing_not_found', 'proposal_not_found']);
    expect(route.encode({ shelf: { listing: null } })).toEqual({ absent: 'listing_not_found' });
    expect(route.encode({ shelf: { listing: { body: null } } })).toEqual({ absent: 'proposal_not_found' });
    expect(route.encode({ shelf: { listing: { body: { price: null } } } })).toMatchObject({ body: { price: null } });
  });

  it('should be the 404 that the route names', () => {
    const route = compile(GET(path, document, { absent: 'settlement_not_found' }));
    expect([route.hidesExistence, route.notFound]).toEqual([true, ['settlement_not_found']]);
    expect(route.encode({ shelf: { listing: null } })).toEqual({ absent: 'settlement_not_found' });
  });

  it('should be a normal answer after a mutation', () => {
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

  it('should set the variables from path, query and page size', () => {
    expect(decode(books, { shelf_key: 's' }, 'kinds=poem,long.novel&cursor=x')).toEqual({
      variables: { shelfKey: 's', limit: 5, cursor: 'x', kinds: ['POEM', 'LONG_NOVEL'] },
      errors: [],
    });
  });

  it('should set the input from path and body, with precedence for the path', () => {
    const body = { shelf_key: 'other', title: 'A', kind: 'poem', pages: [{ line_count: 3, note: null }] };
    expect(decode(addBook, { shelf_key: 's' }, '', body)).toEqual({
      variables: { input: { shelfKey: 's', title: 'A', kind: 'POEM', pages: [{ lineCount: 3, note: null }] } },
      errors: [],
    });
  });

  it('should report missing members without a body', () => {
    expect(decode(addBook, { shelf_key: 's' }).errors).toEqual([
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
  ])('should read the path number %j as %i', (text, stepNo) => {
    expect(decode(drop, { shelf_key: 's', step_no: text }).variables).toEqual({ input: { shelfKey: 's', stepNo } });
  });

  it('should get at most 20 errors', () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member${String(index)}`, 1]));
    expect(decode(addBook, { shelf_key: 's' }, '', body).errors).toHaveLength(20);
  });

  it('should not accept members of the JavaScript prototype', () => {
    const { variables, errors } = compile(addBook).decode({
      params: { shelf_key: 's' },
      search: '',
      body: Buffer.from('{"__proto__": {"title": "A"}, "constructor": 1, "title": "B", "kind": "poem"}'),
    });
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/__proto__', '/constructor']);
    expect(variables).toEqual({ input: { shelfKey: 's', title: 'B', kind: 'POEM' } });
  });
});

describe('A compiled route', () => {
  it('should describe parameters with bounds, body members and its GraphQL field', () => {
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

describe('An invalid route stops the process and is named by method and path', () => {
  it.each<[string, RouteDefinition, RegExp]>([
    ['with a syntax error', GET('/x', 'query {'), /GET \/x: Syntax Error/],
    ['with an unknown field', GET('/x', 'query { body: nothing }'), /GET \/x: Cannot query field "nothing"/],
    ['with an unknown fragment', GET('/x', 'query { body: words { ...Nothing } }'), /there is no fragment Nothing/],
    ['without a body', GET('/x', 'query { words { text } }'), /is called body/],
    [
      'with two operations',
      GET('/x', 'query A { body: words { text } } query B { body: words { text } }'),
      /one operation/,
    ],
    ['with a path parameter that is no variable', GET('/x/{y}', 'query { body: words { text } }'), /takes no y/],
    [
      'with a null that has no error code',
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

  it('with the method and path of another route', () => {
    expect(() => compileRoutes(schema, [books, { ...books, path: '/shelves/{shelf_key}/books' }], PAGE)).toThrow(
      'GET /api/v1/shelves/{}/books is defined twice',
    );
  });
});
