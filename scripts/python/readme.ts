import type { GraphQLSchema } from 'graphql';
import type { ClientDocuments } from '../client-operations';
import { callers } from '../client-readme';
import { type PythonOperation, pythonOperations } from './operations';
import { snakeCase } from './text';

/** Renders the table of the functions in the README of the Python package. */
export function pythonFunctionsTable(schema: GraphQLSchema, documents: ClientDocuments): string {
  const described = pythonOperations(schema, documents);
  const rows = documents.operations.map((source) => {
    const found = described.find((one) => one.source.name === source.name);
    // A function that is written by hand has only keywords.
    const call = `client.${source.group}.${snakeCase(source.method)}(${found === undefined ? '…' : parameters(found)})`;
    return `| \`${call}\` | ${source.kind} \`${source.path.join('.')}\` | ${callers(source.path)} |`;
  });
  return ['| function | operation | only for |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Names of the required arguments. An ellipsis stands for keywords with a default. */
function parameters({ arguments: args }: PythonOperation): string {
  const positional = args.filter(({ isPositional }) => isPositional).map(({ name }) => name);
  const required = args.filter(({ isPositional, fallback }) => !isPositional && fallback === undefined);
  const others = args.filter(
    ({ isPositional, fallback, name }) => !isPositional && fallback !== undefined && name !== 'principal_key',
  );
  return [...positional, ...required.map(({ name }) => `${name}=…`), ...(others.length > 0 ? ['…'] : [])].join(', ');
}
