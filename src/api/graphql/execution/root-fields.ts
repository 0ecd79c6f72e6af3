import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';

/** Returns an operation's root fields with fragments expanded. Given coerced variables, it leaves out skipped fields. */
export function rootFields(
  document: DocumentNode,
  { selectionSet: { selections } }: OperationDefinitionNode,
  variables?: Readonly<Record<string, unknown>>,
): FieldNode[] {
  const fields: FieldNode[] = [];
  const pending = [...selections];
  for (let selection = pending.shift(); selection; selection = pending.shift()) {
    if (variables && isSkipped(selection, variables)) continue;
    if (selection.kind === Kind.FIELD) fields.push(selection);
    else if (selection.kind === Kind.INLINE_FRAGMENT) pending.unshift(...selection.selectionSet.selections);
    else pending.unshift(...fragmentSelections(document, selection.name.value));
  }
  return fields;
}

function isSkipped(selection: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variables);
  return skip?.['if'] === true || include?.['if'] === false;
}

function fragmentSelections(document: DocumentNode, name: string) {
  const fragment = document.definitions.find(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  );
  return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fragment.selectionSet.selections : [];
}
