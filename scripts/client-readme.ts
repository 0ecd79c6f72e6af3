import { isPlatformRead, accessRules } from '../src/operations/access';
import type { AccessRule } from '../src/domain/sessions/caller';
import type { ClientOperation } from './client-operations';

/** Renders the table of the typed functions in the README of the client. */
export function functionsTable(operations: readonly ClientOperation[]): string {
  const rows = operations.map(
    ({ group, method, kind, path, inputType, variables }) =>
      `| \`ats.${group}.${method}(${argument(inputType, variables)})\` | ${kind} \`${path.join('.')}\` | ${callers(path)} |`,
  );
  return ['| function | operation | only for |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Callers of the operations that not every credential may send. */
const CALLERS: Readonly<Partial<Record<AccessRule, string>>> = {
  owner: 'owners',
  console: 'consoles',
  console_owner: 'owners with a console',
  operator: 'operators',
};

/** The callers of an operation that not every credential may send, or an empty text. */
export function callers(path: ClientOperation['path']): string {
  if (isPlatformRead(path.join('.'))) return 'consoles and operators';
  const [root = ''] = path;
  const rule = Object.entries(accessRules).find(([operation]) => operation === root)?.[1];
  return (rule && CALLERS[rule]) ?? '';
}

function argument(inputType: string | undefined, variables: ClientOperation['variables']): string {
  if (inputType !== undefined) return 'input';
  return { none: '', optional: 'variables?', required: 'variables' }[variables];
}
