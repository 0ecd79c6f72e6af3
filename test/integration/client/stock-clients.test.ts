import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { RetryLink } from '@apollo/client/link/retry';
import { cacheExchange, Client as UrqlClient, fetchExchange } from '@urql/core';
import { retryExchange } from '@urql/exchange-retry';
import { GraphQLClient, request } from 'graphql-request';
import { createHash } from 'node:crypto';
import {
  createSigningFetch,
  type Fetch,
  idempotencyExchange,
  idempotencyLink,
  withIdempotency,
} from '../../../src/client';
import { startTestApp, type TestApp } from '../../support/app';
import { type CuttingProxy, startCuttingProxy } from '../../support/cutting-proxy';
import { buyTickets, createParty, type Party } from '../../support/actors';

/** Apollo Client, urql and graphql-request, as their documentation shows, with our fetch and our keys. */

let app: TestApp;
let party: Party;
let proxy: CuttingProxy;

beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  party = await createParty(app, 'Stranger');
  await buyTickets(party);
  proxy = await startCuttingProxy(app.url);
});
afterAll(async () => {
  await proxy.stop();
  await app.stop();
});

/** Signs for the service and sends to the proxy, as behind a load balancer. */
function throughProxy(): Fetch {
  const viaProxy: Fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return fetch(new URL(`${url.pathname}${url.search}`, proxy.url), init);
  };
  return createSigningFetch({ credential: party.credential, fetch: viaProxy });
}

const endpoint = (): string => new URL('/graphql', app.url).href;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Bond {
  readonly principal: { readonly id: string; readonly bondAvailableStamps: number };
}
interface Reserved {
  readonly reserveBond: Bond;
}

const RESERVE: TypedDocumentNode<Reserved, { stamps: number }> = gql`
  mutation Reserve($stamps: Stamps!) {
    reserveBond(input: { amountStamps: $stamps }) {
      principal {
        id
        bondAvailableStamps
      }
    }
  }
`;
const BOND: TypedDocumentNode<Bond, Record<string, never>> = gql`
  query Bond {
    principal {
      id
      bondAvailableStamps
    }
  }
`;

const bond = async (): Promise<number> =>
  (await party.api.queryOrThrow<Bond>('{ principal { id bondAvailableStamps } }')).principal.bondAvailableStamps;

/** Runs a mutation of one stamp whose first answers are lost. Returns by how much the bond grew. */
async function lost(cuts: number, mutate: () => Promise<Reserved>): Promise<number> {
  const before = await bond();
  proxy.cutNext(cuts);
  const { reserveBond } = await mutate();
  expect(proxy.attempts()).toBe(cuts + 1);
  const after = await bond();
  expect(reserveBond.principal.bondAvailableStamps).toBe(after);
  return after - before;
}

describe('Apollo Client', () => {
  const retry = (): ApolloLink => new RetryLink({ delay: { initial: 5 }, attempts: { max: 5 } });
  const clientOf = (...links: ApolloLink[]) =>
    new ApolloClient({
      link: ApolloLink.from([...links, new HttpLink({ uri: endpoint(), fetch: throughProxy() })]),
      cache: new InMemoryCache(),
    });
  const reserve = (client: ApolloClient) => async (): Promise<Reserved> =>
    (await client.mutate({ mutation: RESERVE, variables: { stamps: 1 } })).data as Reserved;

  // @spec CL1
  it.each([
    ['before', () => clientOf(idempotencyLink(), retry())],
    ['after', () => clientOf(retry(), idempotencyLink())],
  ])('has one effect with RetryLink and lost answers, with the link %s it', async (_, client) => {
    expect(await lost(2, reserve(client()))).toBe(1);
  });

  // @spec CL1
  it('has one effect for each call, also for two equal calls', async () => {
    const client = clientOf(idempotencyLink());
    const before = await bond();
    await Promise.all([reserve(client)(), reserve(client)()]);
    expect(await bond()).toBe(before + 2);
  });

  // @spec CL2
  it('queries, and sends a query by its hash alone after the first time', async () => {
    const bodies: string[] = [];
    const signing = throughProxy();
    const link = ApolloLink.from([
      idempotencyLink(),
      new PersistedQueryLink({ sha256 }),
      new HttpLink({
        uri: endpoint(),
        fetch: (input, init) => {
          bodies.push(typeof init?.body === 'string' ? init.body : '');
          return signing(input, init);
        },
      }),
    ]);
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    for (let count = 0; count < 2; count += 1) {
      const { data } = await client.query({ query: BOND, fetchPolicy: 'no-cache' });
      expect(data?.principal.bondAvailableStamps).toBe(await bond());
    }
    expect(bodies.map((body) => 'query' in (JSON.parse(body) as object))).toEqual([false, true, false]);
  });

  // @spec CL2
  it('has one effect if a lost mutation by hash is sent again', async () => {
    const client = clientOf(idempotencyLink(), retry(), new PersistedQueryLink({ sha256 }));
    await reserve(client)();
    expect(await lost(1, reserve(client))).toBe(1);
  });
});

describe('urql', () => {
  const retry = () =>
    retryExchange({ initialDelayMs: 5, maxDelayMs: 20, retryIf: (error) => Boolean(error.networkError) });
  const clientOf = (...exchanges: ReturnType<typeof retry>[]) =>
    new UrqlClient({
      url: endpoint(),
      fetch: throughProxy(),
      preferGetMethod: false,
      exchanges: [cacheExchange, ...exchanges, fetchExchange],
    });
  const reserve = (client: UrqlClient) => async (): Promise<Reserved> => {
    const { data, error } = await client.mutation(RESERVE, { stamps: 1 }).toPromise();
    if (!data) throw error ?? new Error('no data');
    return data;
  };

  // @spec CL1
  it.each([
    ['before', () => clientOf(idempotencyExchange(), retry())],
    ['after', () => clientOf(retry(), idempotencyExchange())],
  ])('has one effect with retryExchange and a lost answer, with the exchange %s it', async (_, client) => {
    expect(await lost(1, reserve(client()))).toBe(1);
  });

  // @spec CL1
  it('queries, and has one effect for each of two equal calls', async () => {
    const client = clientOf(idempotencyExchange());
    const before = await bond();
    await Promise.all([reserve(client)(), reserve(client)()]);
    const { data } = await client.query(BOND, {}, { requestPolicy: 'network-only' }).toPromise();
    expect(data?.principal.bondAvailableStamps).toBe(before + 2);
  });
});

describe('graphql-request', () => {
  /** A fetch that tries again, as users put below graphql-request. */
  const persistent =
    (send: Fetch): Fetch =>
    async (input, init) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await send(input, init);
        } catch (error) {
          if (attempt === 3) throw error;
        }
      }
    };
  const clientOf = () => new GraphQLClient(endpoint(), { fetch: persistent(throughProxy()) });

  // @spec CL1
  it.each([
    ['a client', () => withIdempotency(clientOf()).request<Reserved>(RESERVE, { stamps: 1 })],
    [
      'the options of a client',
      () => withIdempotency(clientOf()).request<Reserved>({ document: RESERVE, variables: { stamps: 1 } }),
    ],
    [
      'a bound method',
      () => {
        const client = clientOf();
        return withIdempotency(client.request.bind(client))<Reserved>(RESERVE, { stamps: 1 });
      },
    ],
    [
      'a replaced method',
      () => {
        const client = clientOf();
        const request = Reflect.get<GraphQLClient, 'request'>(client, 'request');
        return Object.assign(client, { request: withIdempotency(request) }).request<Reserved>(RESERVE, { stamps: 1 });
      },
    ],
  ])('has one effect with a lost answer, through %s', async (_, mutate) => {
    expect(await lost(1, mutate)).toBe(1);
  });

  // @spec CL1
  it('gives the function request a key of its own, and keeps a key of the caller', async () => {
    const { fetch: original } = globalThis;
    globalThis.fetch = createSigningFetch({ credential: party.credential, fetch: original });
    try {
      const before = await bond();
      const headers = { 'Idempotency-Key': `mine-${String(before)}` };
      const reserve = withIdempotency(request);
      for (let sent = 0; sent < 2; sent += 1) await reserve(endpoint(), RESERVE, { stamps: 1 }, headers);
      await reserve(endpoint(), RESERVE, { stamps: 1 });
      await reserve({ url: endpoint(), document: RESERVE, variables: { stamps: 1 } });
      expect(await bond()).toBe(before + 3);
    } finally {
      globalThis.fetch = original;
    }
  });
});

// @spec CL1
describe('A key in the input', () => {
  const WITH_KEY: TypedDocumentNode<Reserved, { input: { amountStamps: number; idempotencyKey: string } }> = gql`
    mutation ReserveWithKey($input: ReserveBondInput!) {
      reserveBond(input: $input) {
        principal {
          id
          bondAvailableStamps
        }
      }
    }
  `;
  const fetchOf = () => createSigningFetch({ credential: party.credential });
  const text = WITH_KEY.loc?.source.body ?? '';

  it.each<[string, (variables: { input: { amountStamps: number; idempotencyKey: string } }) => Promise<unknown>]>([
    [
      'Apollo Client',
      (variables) => {
        const link = ApolloLink.from([idempotencyLink(), new HttpLink({ uri: endpoint(), fetch: fetchOf() })]);
        return new ApolloClient({ link, cache: new InMemoryCache() }).mutate({ mutation: WITH_KEY, variables });
      },
    ],
    [
      'urql',
      async (variables) => {
        const exchanges = [idempotencyExchange(), fetchExchange];
        const client = new UrqlClient({ url: endpoint(), fetch: fetchOf(), preferGetMethod: false, exchanges });
        const { error } = await client.mutation(WITH_KEY, variables).toPromise();
        if (error) throw error;
      },
    ],
    [
      'graphql-request',
      (variables) => withIdempotency(new GraphQLClient(endpoint(), { fetch: fetchOf() })).request(WITH_KEY, variables),
    ],
    ['the client package', (variables) => party.api.mutate(text, variables)],
  ])('stays the only key of a call of %s', async (name, mutate) => {
    const before = await bond();
    const input = { amountStamps: 1, idempotencyKey: `key of ${name}`.replaceAll(' ', '-') };
    await mutate({ input });
    await mutate({ input });
    expect(await bond()).toBe(before + 1);
  });
});
