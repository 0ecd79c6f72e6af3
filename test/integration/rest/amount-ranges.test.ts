import { parse, type OperationDefinitionNode } from 'graphql';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { coerceVariables } from '../../../src/api/graphql/execution/variables';
import { createSchema } from '../../../src/api/graphql/schema';
import type { FieldError } from '../../../src/domain/errors/errors';
import { createParty, type Party } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { refusedAs } from '../../support/exchange';
import { restOf, under } from '../../support/rest';

/** A wrong amount of stamps: every error of one member names the same range. */

const MAX_STAMPS = '9007199254740991';
const MAX_PRICE = '1000000000000';
const schema = createSchema();

/** A mutation, its REST path and the member of each, with the range of the rule. */
const AMOUNTS = [
  ['reserveBond', 'ReserveBondInput', 'amountStamps', `1 to ${MAX_STAMPS}`],
  ['releaseBond', 'ReleaseBondInput', 'amountStamps', `1 to ${MAX_STAMPS}`],
  ['fundPrincipal', 'FundPrincipalInput', 'amountStamps', `1 to ${MAX_STAMPS}`],
  ['returnFunds', 'ReturnFundsInput', 'amountStamps', `1 to ${MAX_STAMPS}`],
  ['publishListing', 'PublishListingInput', 'priceStamps', `1 to ${MAX_PRICE}`],
  ['updateListing', 'UpdateListingInput', 'priceStamps', `1 to ${MAX_PRICE}`],
  ['putMandate', 'PutMandateInput', 'budgetStamps', `0 to ${MAX_STAMPS}`],
] as const;

function errorsOf(text: string, variables?: object): readonly FieldError[] {
  const refusal =
    variables === undefined
      ? new DocumentCache(schema).read(text).error
      : coerceVariables(schema, parse(text).definitions[0] as OperationDefinitionNode, { ...variables }).wrong;
  return refusal?.members['fields'] as readonly FieldError[];
}

test.each(AMOUNTS)('should name the range of %s in GraphQL (%s.%s)', (mutation, type, member, range) => {
  const expected = expect.objectContaining({
    path: ['input', member],
    detail: expect.stringContaining(`a whole number from ${range}`) as string,
  }) as FieldError;
  const variable = `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`;
  for (const value of [-1, 1.5]) {
    expect(errorsOf(variable, { input: { [member]: value } })).toContainEqual(expected);
    expect(errorsOf(`mutation { ${mutation}(input: {${member}: ${String(value)}}) { __typename } }`)).toContainEqual(
      expected,
    );
  }
});

test('should name the range of a member whose value is a variable', () => {
  const text = 'mutation ($x: Stamps!) { reserveBond(input: {amountStamps: $x}) { __typename } }';
  const detail = `does not fit: an amount of stamps is a whole number from 1 to ${MAX_STAMPS}`;
  expect(errorsOf(text, { x: -1 })).toEqual([{ path: ['input', 'amountStamps'], pointer: '/amount_stamps', detail }]);
});

test('should name the range of a price inside the terms', () => {
  const terms = '{coverageThresholdBps: 1, steps: [{stepNo: 1, priceStamps: -1}]}';
  const text = `mutation { respondToProposal(input: {terms: ${terms}}) { __typename } }`;
  expect(errorsOf(text)).toContainEqual(
    expect.objectContaining({
      path: ['input', 'terms', 'steps', 0, 'priceStamps'],
      detail: expect.stringContaining(`a whole number from 0 to ${MAX_PRICE}`) as string,
    }),
  );
});

describe('A service', () => {
  const app = useTestApp();
  let party: Party;

  beforeAll(async () => {
    party = await createParty(app, 'Caller');
  });

  test.each([
    ['/bond/reserve', 'amount_stamps', `1 to ${MAX_STAMPS}`],
    ['/bond/release', 'amount_stamps', `1 to ${MAX_STAMPS}`],
    ['/listings', 'price_stamps', `1 to ${MAX_PRICE}`],
  ])('should name one range in all errors of %s in REST', async (path, member, range) => {
    const listing = { agent_id: party.agentId, trade_profile: 'a.b', side: 'provide', title: 'A' };
    for (const value of [-1, 0]) {
      const body = { ...(path === '/listings' && listing), [member]: value };
      const sent = await restOf(app, party).post(`${under(party)}${path}`, body);
      const detail = expect.stringMatching(new RegExp(` (from )?${range}$`)) as string;
      expect(refusedAs(sent, 'validation_failed')['fields']).toEqual([{ pointer: `/${member}`, detail }]);
    }
  });
});
