import { GraphQLError, Kind, OperationTypeNode, parse } from 'graphql';
import { z } from 'zod';
import { ToolError } from '../errors';
import { anyList, anyObject, answerMembers, defineTool } from '../tool';

const MAX_CHARACTERS = 20_000;

/** Refuses all but queries. @throws ToolError */
export function assertQuery(document: string, isReadOnly = false): void {
  const operations = parseDocument(document).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [definition.operation] : [],
  );
  if (operations.length > 0 && operations.every((operation) => operation === OperationTypeNode.QUERY)) return;
  const instead = isReadOnly ? 'The tools that act are off here.' : 'Use the other tools to act.';
  throw new ToolError('reads_only', `ats_graphql sends queries only. ${instead} Use ats_wait for events.`);
}

function parseDocument(document: string) {
  try {
    return parse(document, { noLocation: true, maxTokens: 2_000 });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new ToolError(
      'invalid_arguments',
      'The document is not valid GraphQL. Resource ats://schema has the schema.',
    );
  }
}

export const graphql = defineTool({
  name: 'ats_graphql',
  description:
    'Sends one GraphQL query (schema: ats://schema), for what other tools do not show. Reads only. The answer is JSON in `untrusted`, as it may have text of others. Ask for few fields: it is cut at 20,000 characters.',
  input: z.strictObject({ query: z.string(), variables: anyObject.optional() }),
  output: z.object({ errors: anyList, isCut: z.boolean(), untrusted: answerMembers.untrusted }),
  effect: 'read',
  async run({ query, variables = {} }, { service, signal, texts, isReadOnly }) {
    assertQuery(query, isReadOnly);
    const { data, errors } = await service.readPartly(query, variables, signal);
    const { isCut } = texts.addJson('data', data, MAX_CHARACTERS);
    errors.forEach(({ detail }, index) => texts.add(`errors[${index}].detail`, detail));
    return { errors: errors.map(({ code, remedy }) => ({ code, remedy })), isCut };
  },
});
