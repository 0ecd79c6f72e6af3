import { Kind, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

/**
 * Counts the selections of a document with all fragments expanded.
 * Counts each fragment once: 30 fragments that each spread the next one twice have 10^9 selections in 1 kB.
 * The document must have no fragment cycles. May return Infinity.
 */
export function expandedSelectionCount(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const counts = new Map<string, number>();
  const inFragment = (name: string): number => {
    let count = counts.get(name);
    if (count === undefined) {
      count = inSet(fragments.get(name)?.selectionSet);
      counts.set(name, count);
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
