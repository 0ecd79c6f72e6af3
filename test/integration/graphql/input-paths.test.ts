import { parse, type FieldNode, type OperationDefinitionNode } from 'graphql';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { formatRefusal } from '../../../src/api/graphql/execution/errors';
import { coerceVariables } from '../../../src/api/graphql/execution/variables';
import { createSchema } from '../../../src/api/graphql/schema';
import { invalid, type FieldError } from '../../../src/domain/errors/errors';

/** Each error of the input has its path in GraphQL and its pointer in REST names, however it was found. */

const schema = createSchema();
const operationOf = (text: string) => parse(text).definitions[0] as OperationDefinitionNode;

const COUNTER = 'mutation ($input: RespondToProposalInput!) { respondToProposal(input: $input) { proposal { id } } }';
const step = { stepNo: 1 };
const STEP = {
  path: ['input', 'terms', 'steps', 0, 'priceStamps'],
  pointer: '/terms/steps/0/price_stamps',
};

function variableErrors(text: string, variables: object): readonly FieldError[] {
  const { wrong } = coerceVariables(schema, operationOf(text), variables as Record<string, unknown>);
  return wrong?.members['fields'] as FieldError[];
}

// @spec E16
test('a variable: null, missing, unknown and of a wrong type', () => {
  const input = (priceStamps: object) => ({
    input: {
      proposalKey: 'x',
      decision: 'COUNTER',
      terms: { coverageThresholdBps: 1, steps: [{ ...step, ...priceStamps }] },
    },
  });
  expect(variableErrors(COUNTER, input({ priceStamps: null }))).toContainEqual({ ...STEP, detail: 'must not be null' });
  expect(variableErrors(COUNTER, input({}))).toContainEqual({ ...STEP, detail: 'must be given' });
  expect(variableErrors(COUNTER, input({ priceStamps: 1.5 }))).toContainEqual({
    ...STEP,
    detail: expect.stringMatching(/^does not fit: .*a whole number from 0/) as string,
  });
  expect(variableErrors(COUNTER, { input: { proposalKey: 'x', decision: 'ACCEPT', nothing: 1 } })).toEqual([
    {
      path: ['input', 'nothing'],
      pointer: '/nothing',
      detail: expect.stringMatching(/^is not known here\./) as string,
    },
  ]);
  expect(variableErrors(COUNTER, {})).toEqual([{ path: ['input'], pointer: '', detail: 'must be given' }]);
});

test('a variable inside the input has the path of its use', () => {
  const text =
    'mutation ($bps: Int!) { respondToProposal(input: {proposalKey: "x", decision: ACCEPT, terms: {coverageThresholdBps: $bps, steps: []}}) { proposal { id } } }';
  const path = ['input', 'terms', 'coverageThresholdBps'];
  expect(variableErrors(text, { bps: null })).toEqual([
    { path, pointer: '/terms/coverage_threshold_bps', detail: 'must not be null' },
  ]);
});

test('a literal, with its position', () => {
  const text = COUNTER.replace('($input: RespondToProposalInput!) ', '').replace(
    '$input',
    '{proposalKey: "x", decision: COUNTER, terms: {coverageThresholdBps: 1, steps: [{stepNo: 1, priceStamps: null}]}}',
  );
  const { error } = new DocumentCache(schema).read(text);
  const at = expect.stringMatching(/^must not be null \(line 1, column \d+\)$/) as string;
  expect(error?.members['fields']).toContainEqual({ ...STEP, detail: at });
});

test('an error that the domain finds, also inside a card', () => {
  const source = (text: string) => ({ schema, field: operationOf(text).selectionSet.selections[0] as FieldNode });
  const errorsIn = (text: string, pointer: string) => {
    const { extensions } = formatRefusal(invalid([{ pointer, detail: 'is wrong' }]), 'req_1', {}, source(text));
    return { path: extensions?.['path'], fields: extensions?.['fields'] };
  };
  const found = (path: readonly (string | number)[], pointer: string) => ({
    path,
    fields: [{ pointer, path, detail: 'is wrong' }],
  });
  expect(errorsIn(COUNTER, STEP.pointer)).toEqual(found(STEP.path, STEP.pointer));
  const register = 'mutation { registerAgent(input: {card: {}}) { agent { id } } }';
  const pointer = '/card/my_own~1name/0/notification_url';
  expect(errorsIn(register, pointer)).toEqual(found(['input', 'card', 'my_own/name', 0, 'notification_url'], pointer));
  expect(errorsIn('{ principal { id } }', '/first')).toEqual(found(['first'], '/first'));
});

// @spec E19
test('The message of an error names members as the input of GraphQL spells them', () => {
  const field = operationOf(COUNTER).selectionSet.selections[0] as FieldNode;
  const format = (error: FieldError) => formatRefusal(invalid([error]), 'req_1', {}, { schema, field });
  const { message, extensions } = format({ pointer: STEP.pointer, detail: 'must be 0 to 9' });
  expect(message).toBe('input.terms.steps[0].priceStamps must be 0 to 9');
  expect(extensions?.['detail']).toBe(message);
  const pair = { pointer: '/coverage_threshold_bps', detail: 'or `price_stamps` must be given' };
  expect(format(pair).message).toBe('input.coverageThresholdBps or `priceStamps` must be given');
  expect(format(pair).extensions?.['fields']).toMatchObject([{ detail: 'or `priceStamps` must be given' }]);
  const ofRequest = invalid([{ pointer: '/principal_key', detail: 'is required' }]);
  expect(formatRefusal(ofRequest, 'req_1', {}, { schema, field: undefined }).message).toBe('principalKey is required');
  const whole = invalid([{ pointer: '', detail: 'is wrong' }]);
  expect(formatRefusal(whole, 'req_1', {}, { schema, field }).message).toBe('The request is wrong');
});

test('The message of an error in a document is the sentence of graphql-js alone', () => {
  const message = (error: FieldError) =>
    formatRefusal(invalid([error]), 'req_1', {}, { schema, field: undefined }).message;
  const unknown = 'Cannot query field "price" on type "Listing". Did you mean "priceStamps"? (line 1, column 3)';
  expect(message({ pointer: '/query', detail: unknown })).toBe(unknown);
  expect(message({ pointer: '/variables', detail: 'Variable "$a" got invalid value 1.' })).toBe(
    'Variable "$a" got invalid value 1.',
  );
  expect(message({ pointer: '/query', detail: 'must be the text of a GraphQL document' })).toBe(
    'query must be the text of a GraphQL document',
  );
  expect(message({ pointer: '/first', detail: 'Int cannot represent "x".' })).toBe('first Int cannot represent "x".');
});
