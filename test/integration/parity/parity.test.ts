import { errorCatalogue, type ErrorCode } from '../../../src/domain/errors/catalogue';
import { refusalsOf } from '../../../src/operations/refusals';
import { routes } from '../../support/conforms';
import { Described } from './described';
import { GraphqlDriver } from './graphql-driver';
import { normal } from './normal';
import { RestDriver } from './rest-driver';
import { scenarios } from './scenarios';
import type { TranscriptLine } from './suite';
import { Theatre } from './worlds';

/** Runs every scenario over GraphQL and REST; the answers are equal after the name mapping. */

const described = new Described();
const departures: string[] = [];
const transcript: TranscriptLine[] = [];

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
    transcript.push(...byRest);
    expect(normal(byRest)).toEqual(normal(byGraphql));
    expect(departures).toEqual([]);
  },
  120_000,
);

// @spec R3
it('A scenario plays every path and gets an answer there', () => {
  const answered = new Set(transcript.filter(({ outcome }) => 'answer' in outcome).map(({ field }) => field));
  expect(routes.map(({ field }) => field).filter((field) => !answered.has(field))).toEqual([]);
});

/** Codes that no scenario provokes, with the reason. */
const EXCEPTIONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  query_refused: 'only for GraphQL documents; a REST request has none',
  not_acceptable: 'GraphQL ignores the accepted content types; test/integration/rest/http.test.ts',
  internal_error:
    'an error of the service, which no request can provoke; test/integration/rest/validation-errors.test.ts',
  service_unavailable:
    'the database is unavailable or a request is too slow; test/integration/rest/validation-errors.test.ts',
};

it('A scenario provokes every code with which a path may be refused', () => {
  const declared = routes.flatMap(({ field, isMutation, notFound }) => {
    return [...refusalsOf(field, isMutation), ...notFound];
  });
  const provoked = new Set(transcript.flatMap(({ outcome }) => ('refusal' in outcome ? [outcome.refusal.code] : [])));
  const missing = [...new Set(declared)].filter((code) => !provoked.has(code));
  expect(missing.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  expect([...provoked].filter((code) => !Object.hasOwn(errorCatalogue, code))).toEqual([]);
});
