import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue, type ErrorCode } from '../../../src/domain/errors/catalogue';
import { operationId, type RecordedExchanges } from '../../../src/api/rest/openapi';
import { Described } from '../../integration/parity/described';
import { routes } from '../../support/conforms';

/** The examples in openapi.json are recorded answers. Each must match the document. */

const TEXT = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'examples', 'recorded.json'), 'utf8');
const { operations, problems } = JSON.parse(TEXT) as RecordedExchanges;
const described = new Described();

it.each(routes.map((route) => [operationId(route), route] as const))('should match the document: %s', (id, route) => {
  const { request, answers } = operations[id] ?? { answers: {} };
  expect(Object.keys(answers).toSorted()).toEqual(route.statuses.map(String).toSorted());
  for (const [status, body] of Object.entries(answers)) {
    expect(described.departures(route, Number(status), 'application/json', body)).toEqual([]);
  }
  const needsBody = route.body?.members.some((member) => member.required) === true;
  if (needsBody) expect(request).toBeDefined();
  if (request !== undefined) expect(described.requestDepartures(route, request)).toEqual([]);
});

it('should contain exactly the operations of the routes', () => {
  expect(Object.keys(operations).toSorted()).toEqual(routes.map(operationId).toSorted());
});

it('should contain only problems of the error catalogue, with their status', () => {
  for (const [code, problem] of Object.entries(problems)) {
    expect(problem).toMatchObject({ code, status: errorCatalogue[code as ErrorCode].status });
    expect(described.problemDepartures(problem)).toEqual([]);
  }
  expect(Object.keys(problems).length).toBeGreaterThan(40);
});

it('should contain no secret and no host name', () => {
  expect(TEXT).not.toMatch(/(?:sk|ak)_live_|whsec_|127\.0\.0\.1|localhost/);
});
