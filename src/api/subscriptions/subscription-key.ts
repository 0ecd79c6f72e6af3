import { createHash } from 'node:crypto';
import {
  type DocumentNode,
  type ExecutionArgs,
  Kind,
  type OperationDefinitionNode,
  visit,
  type VariableNode,
} from 'graphql';
import type { Caller } from '../../domain/sessions/caller';
import { rootFields } from '../graphql/execution/document-cache';

export interface Asked {
  /** Of the document's text. */
  readonly hash: string;
  readonly operation: OperationDefinitionNode;
  readonly args: ExecutionArgs;
  readonly caller: Caller;
}

/**
 * Names what subscribers of one principal must have in common to be answered alike: document, operation, variables and
 * whose view it is. Where each of them began is no part of any answer.
 */
export function shareKey({ hash, operation, args, caller }: Asked): string {
  const { document, operationName, variableValues = {} } = args;
  const place = placeVariable(document, operation);
  const variables = Object.entries(variableValues ?? {}).filter(([name]) => name !== place);
  const asked = JSON.stringify([hash, operationName ?? null, variables, viewOf(caller)]);
  return createHash('sha256').update(asked).digest('base64');
}

/** The variable that gives `after` its value, where it does nothing else. */
function placeVariable(document: DocumentNode, operation: OperationDefinitionNode): string | undefined {
  const [field] = rootFields(document, operation);
  const value = field?.arguments?.find((argument) => argument.name.value === 'after')?.value;
  if (value?.kind !== Kind.VARIABLE) return undefined;
  const name = value.name.value;
  // Its definition, and this.
  return timesNamed(document, name) === 2 ? name : undefined;
}

function timesNamed(document: DocumentNode, name: string): number {
  let times = 0;
  visit(document, {
    Variable: (node: VariableNode) => {
      if (node.name.value === name) times += 1;
    },
  });
  return times;
}

/** All that an answer may depend on in who asks; the principal is the room's. */
function viewOf(caller: Caller): unknown {
  return caller.kind === 'console' ? ['console', caller.human ?? null] : [caller.kind];
}
