import { getNamedType, type GraphQLType, isListType, isNonNullType } from 'graphql';

/** JSON of each scalar in Python. A time becomes a `datetime`. */
const SCALARS: Readonly<Record<string, string>> = {
  Boolean: 'bool',
  DateTime: 'datetime',
  Float: 'float',
  ID: 'str',
  Int: 'int',
  JSON: 'Any',
  JSONObject: 'JsonObject',
  SignedStamps: 'int',
  Stamps: 'int',
  String: 'str',
};

/** The type of a field or of an argument in Python. A type without a class has its name as an alias. */
export function typeOf(type: GraphQLType, className = getNamedType(type).name): string {
  return isNonNullType(type) ? nullableTypeOf(type.ofType, className) : `${nullableTypeOf(type, className)} | None`;
}

function nullableTypeOf(type: GraphQLType, className: string): string {
  if (isListType(type)) return `Sequence[${typeOf(type.ofType, className)}]`;
  return SCALARS[className] ?? className;
}
