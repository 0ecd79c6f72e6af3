import {
  type FragmentDefinitionNode,
  getNullableType,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { restName } from './names';

/** The form of a value in REST, derived from the GraphQL schema. */
export type RestShape = ScalarShape | EnumShape | ListShape | ObjectShape;

interface AnyShape {
  readonly nullable: boolean;
}

export interface ScalarShape extends AnyShape {
  readonly kind: 'scalar';
  readonly type: GraphQLScalarType;
  /** The input field, whose rule can be narrower than the scalar. */
  readonly of?: GraphQLInputField;
}

export interface EnumShape extends AnyShape {
  readonly kind: 'enum';
  readonly name: string;
  readonly description: string;
  readonly values: readonly EnumValue[];
}

export interface EnumValue {
  /** The specification's spelling, which is the internal value of the GraphQL enum. */
  readonly rest: string;
  readonly graphql: string;
  readonly description: string;
}

export interface ListShape extends AnyShape {
  readonly kind: 'list';
  readonly of: RestShape;
}

export interface ObjectShape extends AnyShape {
  readonly kind: 'object';
  /** Name of the fragment, such as `TradeInList`, or else of the GraphQL type. */
  readonly name: string;
  readonly description: string;
  readonly members: readonly Member[];
}

export interface Member {
  /** Name in REST. */
  readonly name: string;
  /** Name in GraphQL. */
  readonly field: string;
  readonly description: string;
  /** Whether a request must contain it. Always true in answers. */
  readonly required: boolean;
  readonly shape: RestShape;
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Returns the shape of a selection's result. */
export function answerShape(
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
  fragments: Fragments,
): RestShape {
  const nullable = !isNonNullType(type);
  const bare = getNullableType(type);
  if (isListType(bare)) return { kind: 'list', nullable, of: answerShape(bare.ofType, selections, fragments) };
  if ((isObjectType(bare) || isInterfaceType(bare)) && selections)
    return { ...objectShape(bare, selections, fragments), nullable };
  return leafShape(bare, nullable);
}

function objectShape(
  type: GraphQLObjectType | GraphQLInterfaceType,
  selections: SelectionSetNode,
  fragments: Fragments,
): ObjectShape {
  const [only, ...others] = selections.selections;
  const name = only?.kind === Kind.FRAGMENT_SPREAD && others.length === 0 ? only.name.value : type.name;
  const members = answerMembers(type, selections, fragments);
  return { kind: 'object', nullable: false, name, description: type.description ?? '', members };
}

export function answerMembers(
  type: GraphQLObjectType | GraphQLInterfaceType,
  { selections }: SelectionSetNode,
  fragments: Fragments,
): Member[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value);
      return fragment ? answerMembers(type, fragment.selectionSet, fragments) : [];
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) return answerMembers(type, selection.selectionSet, fragments);
    const field = type.getFields()[selection.name.value];
    if (!field) throw new Error(`${type.name} has no field ${selection.name.value}`);
    return [
      {
        name: selection.alias?.value ?? restName(field.name),
        field: selection.alias?.value ?? field.name,
        description: field.description ?? '',
        required: true,
        shape: answerShape(field.type, selection.selectionSet, fragments),
      },
    ];
  });
}

/** Returns the shape of an argument or variable. */
export function inputShape(type: GraphQLInputType): RestShape {
  const nullable = !isNonNullType(type);
  const bare = getNullableType(type);
  if (isListType(bare)) return { kind: 'list', nullable, of: inputShape(bare.ofType) };
  if (!isInputObjectType(bare)) return leafShape(bare, nullable);
  const members = Object.values(bare.getFields()).map((field) => ({
    name: restName(field.name),
    field: field.name,
    description: field.description ?? '',
    required: isNonNullType(field.type) && field.defaultValue === undefined,
    shape: memberShape(field),
  }));
  return { kind: 'object', nullable, name: bare.name, description: bare.description ?? '', members };
}

/** Whether an input field may be absent and may not be null. The schema has no type for it, so it has an extension. */
export function isNotNull({ extensions }: Pick<GraphQLInputField, 'extensions'>): boolean {
  return extensions['notNull'] === true;
}

function memberShape(field: GraphQLInputField): RestShape {
  const plain = inputShape(field.type);
  const shape = plain.kind === 'scalar' ? { ...plain, of: field } : plain;
  return isNotNull(field) ? { ...shape, nullable: false } : shape;
}

function leafShape(type: GraphQLNamedType, nullable: boolean): ScalarShape | EnumShape {
  if (isEnumType(type)) {
    return { kind: 'enum', nullable, name: type.name, description: type.description ?? '', values: valuesOf(type) };
  }
  if (isScalarType(type)) return { kind: 'scalar', nullable, type };
  throw new Error(`REST has no shape for ${type.name}`);
}

function valuesOf(type: GraphQLEnumType): EnumValue[] {
  return type.getValues().map(({ name, value, description }) => {
    if (typeof value !== 'string') throw new Error(`${type.name}.${name} has no REST spelling`);
    return { rest: value, graphql: name, description: description ?? '' };
  });
}
