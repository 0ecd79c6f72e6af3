import type { ClientOperation } from './client-operations';

/** Renders the table of the typed functions in the README of the client. */
export function functionsTable(operations: readonly ClientOperation[]): string {
  const rows = operations.map(
    ({ group, method, kind, path, inputType, variables }) =>
      `| \`ats.${group}.${method}(${argument(inputType, variables)})\` | ${kind} \`${path.join('.')}\` |`,
  );
  return ['| function | operation |', '| --- | --- |', ...rows].join('\n');
}

function argument(inputType: string | undefined, variables: ClientOperation['variables']): string {
  if (inputType !== undefined) return 'input';
  return { none: '', optional: 'variables?', required: 'variables' }[variables];
}
