import {
  getNamedType,
  isObjectType,
  Kind,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/** Whether a field reads the schema itself: `__schema` or `__type`. */
export function isIntrospection({ name: { value } }: FieldNode): boolean {
  return value === '__schema' || value === '__type';
}

/** Deprecated fields always count, so that the count needs no variables. */
const WITH_DEPRECATED = { includeDeprecated: true };

/**
 * Counts the fields in the answer of an introspection field.
 * The schema is known, so the count is exact and not an estimate by page sizes. Above the maximum it is Infinity.
 */
export class IntrospectionSize {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  /** The schema has few thousand values, so each is counted once for each selection set. */
  private readonly counts = new Map<SelectionSetNode, Map<unknown, number>>();
  private evaluated = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly maximum: number,
  ) {
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(definition.name.value, definition);
    }
  }

  /** @param args the arguments of the root field */
  of(node: FieldNode, field: GraphQLField<unknown, unknown>, args: object): number {
    const size = this.countField(node, field, undefined, args);
    return size > this.maximum ? Infinity : size;
  }

  private countField(
    { selectionSet }: FieldNode,
    field: GraphQLField<unknown, unknown>,
    source: unknown,
    args: object = {},
  ): number {
    this.evaluated += 1;
    // Each evaluated field is in the answer at least once.
    if (this.evaluated > this.maximum) return Infinity;
    const type = getNamedType(field.type);
    if (!isObjectType(type) || !selectionSet) return 1;
    // The resolvers of introspection read the schema only.
    const value = field.resolve?.(source, { ...args, ...WITH_DEPRECATED }, undefined, {
      schema: this.schema,
    } as GraphQLResolveInfo);
    if (value === null || value === undefined) return 1;
    if (!Array.isArray(value)) return 1 + this.countSelections(selectionSet, type, value);
    return value.reduce<number>((size, item) => size + this.countSelections(selectionSet, type, item), 1);
  }

  private countSelections(set: SelectionSetNode, type: GraphQLObjectType, value: unknown): number {
    const counts = this.counts.get(set) ?? new Map<unknown, number>();
    this.counts.set(set, counts);
    const counted = counts.get(value);
    if (counted !== undefined) return counted;
    let size = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) size += this.countSelections(selection.selectionSet, type, value);
      else if (selection.kind === Kind.FIELD) size += this.countSelection(selection, type, value);
      else {
        const fragment = this.fragments.get(selection.name.value);
        if (fragment) size += this.countSelections(fragment.selectionSet, type, value);
      }
    }
    counts.set(value, size);
    return size;
  }

  private countSelection(node: FieldNode, type: GraphQLObjectType, value: unknown): number {
    if (node.name.value === TypeNameMetaFieldDef.name) return 1;
    const field = type.getFields()[node.name.value];
    return field ? this.countField(node, field, value) : 0;
  }
}
