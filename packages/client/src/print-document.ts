/** A node of a parsed GraphQL document, as graphql-js and its users write it. */
type Node = Readonly<Record<string, unknown>> & { readonly kind?: string };

/**
 * Prints an executable document, so that a `TypedDocumentNode` can be sent without the package `graphql`.
 * Throws a TypeError on a node of another kind.
 */
export function printDocument(document: object): string {
  return print(document);
}

/** The text of a node by its kind. Names and values are as the parser left them. */
const printers: Readonly<Record<string, (node: Node) => string>> = {
  Document: ({ definitions }) => list(definitions).join('\n'),
  OperationDefinition: ({ operation, name, variableDefinitions, directives, selectionSet }) => {
    const variables = wrap('(', list(variableDefinitions).join(' '), ')');
    return `${String(operation)} ${optional(name)}${variables}${all(directives)}${print(selectionSet)}`;
  },
  VariableDefinition: ({ variable, type, defaultValue, directives }) =>
    `${print(variable)}:${print(type)}${wrap('=', optional(defaultValue), '')}${all(directives)}`,
  FragmentDefinition: ({ name, typeCondition, directives, selectionSet }) =>
    `fragment ${print(name)} on ${print(typeCondition)}${all(directives)}${print(selectionSet)}`,
  SelectionSet: ({ selections }) => `{${list(selections).join(' ')}}`,
  Field: ({ alias, name, arguments: args, directives, selectionSet }) => {
    const inside = wrap('(', list(args).join(' '), ')');
    return `${wrap('', optional(alias), ':')}${print(name)}${inside}${all(directives)}${optional(selectionSet)}`;
  },
  FragmentSpread: ({ name, directives }) => `...${print(name)}${all(directives)}`,
  InlineFragment: ({ typeCondition, directives, selectionSet }) =>
    `...${wrap(' on ', optional(typeCondition), '')}${all(directives)}${print(selectionSet)}`,
  Argument: ({ name, value }) => `${print(name)}:${print(value)}`,
  Directive: ({ name, arguments: args }) => ` @${print(name)}${wrap('(', list(args).join(' '), ')')}`,
  Name: ({ value }) => String(value),
  Variable: ({ name }) => `$${print(name)}`,
  NamedType: ({ name }) => print(name),
  ListType: ({ type }) => `[${print(type)}]`,
  NonNullType: ({ type }) => `${print(type)}!`,
  IntValue: ({ value }) => String(value),
  FloatValue: ({ value }) => String(value),
  EnumValue: ({ value }) => String(value),
  BooleanValue: ({ value }) => String(value),
  NullValue: () => 'null',
  // JSON's escapes are valid in a string of GraphQL.
  StringValue: ({ value }) => JSON.stringify(value),
  ListValue: ({ values }) => `[${list(values).join(' ')}]`,
  ObjectValue: ({ fields }) => `{${list(fields).join(' ')}}`,
  ObjectField: ({ name, value }) => `${print(name)}:${print(value)}`,
};

function print(value: unknown): string {
  const node = value as Node;
  const printer = Object.hasOwn(printers, node.kind ?? '') ? printers[node.kind ?? ''] : undefined;
  if (!printer) throw new TypeError(`a document cannot contain a ${node.kind ?? 'value without a kind'}`);
  return printer(node);
}

function list(nodes: unknown): string[] {
  return ((nodes ?? []) as readonly unknown[]).map(print);
}

function all(nodes: unknown): string {
  return list(nodes).join('');
}

function optional(node: unknown): string {
  return node === undefined || node === null ? '' : print(node);
}

function wrap(before: string, text: string, after: string): string {
  return text === '' ? '' : `${before}${text}${after}`;
}
