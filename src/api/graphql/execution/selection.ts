import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';

// Documents are kept parsed, so one field is asked about as often as its document is sent.
const known = new WeakMap<FieldNode, ReadonlySet<string>>();

/**
 * Whether a field of that name is selected anywhere below the one that is resolved, whatever @skip and @include say:
 * good enough to read at once what will be asked for, and no more than that.
 */
export function asks({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  return fieldNodes.some((node) => {
    let names = known.get(node);
    if (!names) {
      names = namesBelow(node.selectionSet, fragments);
      known.set(node, names);
    }
    return names.has(name);
  });
}

function namesBelow(
  set: SelectionSetNode | undefined,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const opened = new Set<string>();
  const open = set ? [set] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const spread = selection.name.value;
        const fragment = opened.has(spread) ? undefined : fragments[spread];
        if (fragment) open.push(fragment.selectionSet);
        opened.add(spread);
      } else {
        if (selection.kind === Kind.FIELD) names.add(selection.name.value);
        if (selection.selectionSet) open.push(selection.selectionSet);
      }
    }
  }
  return names;
}
