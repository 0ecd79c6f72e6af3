import { errorCatalogue, type ErrorCode } from '../../../src/domain/errors/catalogue';
import { refusalsOf } from '../../../src/operations/refusals';
import type { Operation } from '../../../src/operations/access';
import { routes } from '../../support/conforms';
import { Described } from './described';
import { GraphqlDriver } from './graphql-driver';
import { normal } from './normal';
import { RestDriver } from './rest-driver';
import { scenarios } from './scenarios';
import type { TranscriptLine } from './suite';
import { Theatre } from './worlds';

/** Every scenario runs through GraphQL and through REST, and the answers are equal after the name mapping. */

const described = new Described();
const departures: string[] = [];
const told: TranscriptLine[] = [];

const rest = new Theatre((app) => new RestDriver(app, (exchanged) => departures.push(...described.of(exchanged))));
const graphql = new Theatre((app) => new GraphqlDriver(app));

afterAll(async () => {
  await rest.close();
  await graphql.close();
});

// @spec R3
it.each(scenarios)(
  '$name',
  async (scenario) => {
    departures.length = 0;
    const [byRest, byGraphql] = await Promise.all([rest.play(scenario), graphql.play(scenario)]);
    told.push(...byRest);
    expect(normal(byRest)).toEqual(normal(byGraphql));
    expect(departures).toEqual([]);
  },
  120_000,
);

// @spec R3
it('Every path is played by a scenario, and answers there', () => {
  const answered = new Set(told.filter(({ outcome }) => 'answer' in outcome).map(({ field }) => field));
  expect(routes.map(({ field }) => field).filter((field) => !answered.has(field))).toEqual([]);
});

/** Codes of operations that no scenario provokes, and why. */
const EXCEPTIONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  query_refused: 'a document of GraphQL alone; REST has none of the client’s',
  not_acceptable: 'GraphQL answers whatever is accepted; test/integration/rest/http.test.ts',
  internal_error: 'a fault of ours, which no request may provoke; test/integration/rest/validation-errors.test.ts',
  service_unavailable: 'the database away, or a request too slow; test/integration/rest/validation-errors.test.ts',
};

it('Every code that a path may be refused with is provoked by a scenario', () => {
  const declared = routes.flatMap(({ field, isMutation, notFound }) => {
    const [root = ''] = field.split('.');
    return [...refusalsOf(root as Operation, isMutation), ...notFound];
  });
  const provoked = new Set(told.flatMap(({ outcome }) => ('refusal' in outcome ? [outcome.refusal.code] : [])));
  const missing = [...new Set(declared)].filter((code) => !provoked.has(code));
  expect(missing.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  expect([...provoked].filter((code) => !Object.hasOwn(errorCatalogue, code))).toEqual([]);
});
