import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isInputObjectType, type GraphQLInputObjectType } from 'graphql';

/** Inputs of mutations that name an agent. */

const schema = buildSchema(readFileSync(join(__dirname, '../../schema.graphql'), 'utf8'));

/** The input types of all mutations, without the types of their members. */
function inputTypes(): GraphQLInputObjectType[] {
  const args = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => field.args);
  return args.map(({ type }) => getNamedType(type)).filter(isInputObjectType);
}

test('should name an agent only by agentKey or agentId, which the limits of a credential compare', () => {
  const members = inputTypes().flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ name, type: member }) => /agent/i.test(name) && String(getNamedType(member)) === 'ID')
      .map(({ name }) => name),
  );
  // A member of another name would not be compared. The agents of terms are those of the proposal, or the terms are refused.
  expect(new Set(members)).toEqual(new Set(['agentKey', 'agentId']));
  expect(members.length).toBeGreaterThan(5);
});
