import { Kind, type DocumentNode, type FieldNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return fragments;
}

/**
 * Returns whether a field selects one of these fields directly, also in fragments.
 * The document must have no fragment cycles. Each fragment is read once.
 */
export function directSelection(document: DocumentNode): (field: FieldNode, names: ReadonlySet<string>) => boolean {
  const fragments = fragmentsOf(document);
  const inSet = (set: SelectionSetNode | undefined, names: ReadonlySet<string>, seen: Set<string>): boolean =>
    (set?.selections ?? []).some((selection) => {
      if (selection.kind === Kind.FIELD) return names.has(selection.name.value);
      if (selection.kind === Kind.INLINE_FRAGMENT) return inSet(selection.selectionSet, names, seen);
      const name = selection.name.value;
      if (seen.has(name)) return false;
      seen.add(name);
      return inSet(fragments.get(name)?.selectionSet, names, seen);
    });
  return (field, names) => inSet(field.selectionSet, names, new Set());
}

/**
 * Counts the selections of a document with all fragments expanded.
 * Counts each fragment once: 30 fragments that each spread the next one twice have 10^9 selections in 1 kB.
 * The document must have no fragment cycles. May return Infinity.
 */
export function expandedSelectionCount(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
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
