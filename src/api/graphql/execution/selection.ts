import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';

/** The names of all fields below a field. Each has the names that are selected in fields of that name. */
type NamesBelow = Map<string, Set<string>>;

// Documents are cached, so the names of a field's selections are computed once.
const namesBelow = new WeakMap<FieldNode, NamesBelow>();

/**
 * Whether a field of that name is selected anywhere below the resolved field. Ignores @skip and @include.
 * Only a hint about what to preload; the loaders read whatever is missing.
 */
export function selectsField(info: GraphQLResolveInfo, name: string): boolean {
  return namesOf(info).some((names) => names.has(name));
}

/** Whether fields of the name `parent`, anywhere below the resolved field, select no other fields than these. */
export function selectsOnly(info: GraphQLResolveInfo, parent: string, fields: ReadonlySet<string>): boolean {
  return namesOf(info).every((names) => [...(names.get(parent) ?? [])].every((name) => fields.has(name)));
}

function namesOf({ fieldNodes, fragments }: GraphQLResolveInfo): NamesBelow[] {
  return fieldNodes.map((node) => {
    let names = namesBelow.get(node);
    if (!names) {
      names = findNames(node, fragments);
      namesBelow.set(node, names);
    }
    return names;
  });
}

/** Stands for the resolved field, which is not below itself. */
const RESOLVED = '';

interface Pending {
  readonly parent: string;
  readonly set: SelectionSetNode | undefined;
}

function findNames(
  { selectionSet }: FieldNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): NamesBelow {
  const below: NamesBelow = new Map();
  const expanded = new Set<string>();
  const pending: Pending[] = [{ parent: RESOLVED, set: selectionSet }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { parent, set } = next;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        const field = selection.name.value;
        below.set(parent, (below.get(parent) ?? new Set()).add(field));
        below.set(field, below.get(field) ?? new Set());
        pending.push({ parent: field, set: selection.selectionSet });
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        pending.push({ parent, set: selection.selectionSet });
      } else {
        const spread = selection.name.value;
        const expansion = `${parent} ${spread}`;
        if (!expanded.has(expansion)) pending.push({ parent, set: fragments[spread]?.selectionSet });
        expanded.add(expansion);
      }
    }
  }
  return below;
}
