import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';

// Documents are cached, so the names of a field's selections are computed once.
const selectedNames = new WeakMap<FieldNode, ReadonlySet<string>>();

/**
 * Whether a field of that name is selected anywhere below the resolved field. Ignores @skip and @include.
 * Only a hint about what to preload; the loaders read whatever is missing.
 */
export function selectsField({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  return fieldNodes.some((node) => {
    let names = selectedNames.get(node);
    if (!names) {
      names = namesBelow(node.selectionSet, fragments);
      selectedNames.set(node, names);
    }
    return names.has(name);
  });
}

function namesBelow(
  set: SelectionSetNode | undefined,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const expanded = new Set<string>();
  const pending = set ? [set] : [];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const spread = selection.name.value;
        const fragment = expanded.has(spread) ? undefined : fragments[spread];
        if (fragment) pending.push(fragment.selectionSet);
        expanded.add(spread);
      } else {
        if (selection.kind === Kind.FIELD) names.add(selection.name.value);
        if (selection.selectionSet) pending.push(selection.selectionSet);
      }
    }
  }
  return names;
}
