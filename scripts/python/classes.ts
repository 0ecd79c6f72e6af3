import {
  concatAST,
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  parse,
  TypeInfo,
  TypeNameMetaFieldDef,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { ClientDocuments } from '../client-operations';
import { BASES, CLASS_TYPES, PARTS } from './class-names';
import { MODEL_FIELDS } from './model-fields';

export type OutputType = GraphQLObjectType | GraphQLInterfaceType;

/** A field of a class, and the name of the class or of the type that it has. */
export type ClassField = GraphQLField<unknown, unknown> & { readonly className: string };

/** The classes of the Python package and their fields: those of the table, and those that only the documents name. */
export class Classes {
  readonly names: readonly string[];
  private readonly fieldNames: Readonly<Record<string, readonly string[]>>;

  constructor(
    private readonly schema: GraphQLSchema,
    documents: ClientDocuments,
  ) {
    this.fieldNames = { ...MODEL_FIELDS, ...selectedFields(schema, documents) };
    this.names = Object.keys(this.fieldNames);
  }

  has(name: string): boolean {
    return name in this.fieldNames;
  }

  typeOf(name: string): OutputType {
    const type = this.schema.getType(CLASS_TYPES[name] ?? name);
    if (!type) throw new Error(`the class ${name} has no type: add it to CLASS_TYPES`);
    return type as OutputType;
  }

  /** The fields that a class declares itself. */
  ownFields(name: string): ClassField[] {
    const type = this.typeOf(name);
    return (this.fieldNames[name] ?? []).map((field) => {
      const found = field === '__typename' ? TypeNameMetaFieldDef : type.getFields()[field];
      if (!found) throw new Error(`${type.name} has no field ${field}`);
      return { ...found, className: PARTS[`${name}.${field}`] ?? getNamedType(found.type).name };
    });
  }

  /** All fields of a class. Its own take precedence over those of its base. */
  fields(name: string): ClassField[] {
    const base = BASES[name];
    const all = [...(base === undefined ? [] : this.fields(base)), ...this.ownFields(name)];
    return [...new Map(all.map((field) => [field.name, field])).values()];
  }

  selection(name: string): string {
    return this.fields(name)
      .map((field) => (this.has(field.className) ? `${field.name} { ${this.selection(field.className)} }` : field.name))
      .join(' ');
  }
}

const PLUMBING = /(Connection|PageInfo)$/;

/** Fields of each type that is not in the table, as the documents of the clients select them. */
function selectedFields(schema: GraphQLSchema, documents: ClientDocuments): Record<string, string[]> {
  const result: Record<string, string[]> = {};
  const info = new TypeInfo(schema);
  const roots: ReadonlySet<unknown> = new Set([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);
  const add = ({ name: { value: field } }: FieldNode): void => {
    const [parent, type] = [info.getParentType(), getNamedType(info.getType())];
    if (!parent || !type || roots.has(parent) || parent.name in MODEL_FIELDS) return;
    if (PLUMBING.test(parent.name) || PLUMBING.test(type.name)) return;
    const fields = (result[parent.name] ??= []);
    if (!fields.includes(field)) fields.push(field);
  };
  visit(parsed(documents), visitWithTypeInfo(info, { Field: add }));
  // A payload with one field is only the way to this field, and some payloads have a class of another name.
  const renamed = Object.values(CLASS_TYPES);
  const hasClass = ([name, fields]: [string, string[]]): boolean =>
    !name.endsWith('Payload') || (fields.length > 1 && !renamed.includes(name));
  const classes = Object.entries(result).filter(hasClass);
  return Object.fromEntries(classes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function parsed({ operations, fragments }: ClientDocuments): DocumentNode {
  return concatAST([...operations.map(({ text }) => text), ...Object.values(fragments)].map((text) => parse(text)));
}
