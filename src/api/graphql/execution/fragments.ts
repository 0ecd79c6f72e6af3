import { Kind, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

/**
 * How many selections a document's operations have once every fragment is opened, counted without opening any: thirty
 * fragments that spread the next one twice are a thousand million selections in a kilobyte, and whatever walks through
 * fragments (limits, cost) would walk through all of them. The document has no cycles; may answer Infinity.
 */
export function openedSelections(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, number>();
  const inFragment = (name: string): number => {
    let count = known.get(name);
    if (count === undefined) {
      count = inSet(fragments.get(name)?.selectionSet);
      known.set(name, count);
    }
    return count;
  };
  const inSet = (set: SelectionSetNode | undefined): number => {
    let count = 0;
    for (const selection of set?.selections ?? []) {
      count += 1;
      count +=
        selection.kind === Kind.FRAGMENT_SPREAD ? inFragment(selection.name.value) : inSet(selection.selectionSet);
    }
    return count;
  };
  let total = 0;
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) total += inSet(definition.selectionSet);
  }
  return total;
}
