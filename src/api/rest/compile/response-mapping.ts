import { getNamedType, GraphQLString, isNonNullType, isObjectType, Kind } from 'graphql';
import { errorCatalogue, type ErrorCode } from '../../../domain/errors/catalogue';
import type { RouteDocument } from './document';
import { EncodedList } from '../../responses/encoded-list';
import { encoderOf, type Encoder } from './encode';
import { restName } from './names';
import type { RouteDefinition } from '../routes/route';
import { answerMembers, answerShape, type ListShape, type ObjectShape, type RestShape } from './shape';

/** The REST response of an execution without errors. */
export type RestResponse =
  /** Code of a 404. */
  | { readonly absent: ErrorCode }
  /** `next` is the cursor of the next page. */
  | { readonly status: number; readonly body: unknown; readonly next: string | undefined };

export interface ResponseMapping {
  /** Kind of list: a `page` is newest first, a `feed` oldest first, and `whole` has no pages. */
  readonly list: 'page' | 'feed' | 'whole' | undefined;
  readonly response: RestShape;
  /** Codes of a 404, for null in a field of the path. */
  readonly notFound: readonly ErrorCode[];
  readonly encode: (data: Readonly<Record<string, unknown>>) => RestResponse;
}

type Data = Readonly<Record<string, unknown>>;

/** The body and the object that contains it. */
interface FieldLocation {
  readonly body: unknown;
  readonly parent: Data;
}

type MappedBody = Exclude<RestResponse, { absent: ErrorCode }>;

export function responseMappingOf(row: RouteDefinition, document: RouteDocument): ResponseMapping {
  const absences = absencesOf(row, document);
  const { response, list, respond } = bodyMappingOf(row, document);
  const keys = document.path.map(({ key }) => key);
  const encode = (data: Data): RestResponse => {
    let location: FieldLocation = { body: data, parent: data };
    for (const [index, key] of keys.entries()) {
      const parent = location.body as Data;
      location = { body: parent[key] ?? null, parent };
      const absent = absences[index];
      if (location.body === null && absent !== undefined) return { absent };
    }
    return respond(location);
  };
  return { list, response, notFound: [...new Set(absences.filter((code) => code !== undefined))], encode };
}

/** Returns the 404 code of each field of the path. After a mutation, null is an answer. */
function absencesOf({ overrides }: RouteDefinition, { path, isMutation }: RouteDocument): (ErrorCode | undefined)[] {
  return path.map(({ field }) => {
    if (isMutation || isNonNullType(field.type) || field.extensions['nullOnlyWhenRefused'] === true) return undefined;
    const code = overrides.absent ?? `${restName(getNamedType(field.type).name).replace(/^_/, '')}_not_found`;
    if (!Object.hasOwn(errorCatalogue, code)) throw new Error(`the error catalogue has no ${code}`);
    return code as ErrorCode;
  });
}

interface BodyMapping {
  readonly response: RestShape;
  readonly list: ResponseMapping['list'];
  readonly respond: (location: FieldLocation) => MappedBody;
}

function bodyMappingOf(row: RouteDefinition, document: RouteDocument): BodyMapping {
  const last = document.path.at(-1);
  if (!last) throw new Error('a document has a path to its body');
  const selected = answerShape(last.field.type, last.node.selectionSet, document.fragments);
  // Null in the path of a read is a 404 or a refusal, never an answer.
  const shape = document.isMutation ? selected : { ...selected, nullable: false };
  if (shape.kind === 'list') return wholeListMapping(row, shape);
  const nodes = shape.kind === 'object' ? pageNodes(shape) : undefined;
  if (nodes) return pageMapping(row, nodes);
  return objectMapping(row, document, shape);
}

/** A list without pages has the same form as a page. */
function wholeListMapping({ status }: RouteDefinition, shape: ListShape): BodyMapping {
  const encode = encoder(shape);
  const respond = ({ body }: FieldLocation): MappedBody => ({
    status,
    body: { data: encode(body), next_cursor: null },
    next: undefined,
  });
  return { response: envelope(shape), list: 'whole', respond };
}

/** Like `encoderOf`, for values that may stay as they are. */
function encoder(shape: RestShape): Encoder {
  return encoderOf(shape) ?? ((value) => value);
}

function pageNodes({ members }: ObjectShape): ListShape | undefined {
  const nodes = members.find(({ field }) => field === 'nodes')?.shape;
  return nodes?.kind === 'list' && members.some(({ field }) => field === 'pageInfo') ? nodes : undefined;
}

interface Page {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

function pageMapping({ status, overrides: { feed } }: RouteDefinition, nodes: ListShape): BodyMapping {
  const encode = encoder(nodes.of);
  const respond = ({ body }: FieldLocation): MappedBody => {
    const page = body as Page;
    const { hasNextPage, endCursor } = page.pageInfo;
    return {
      status,
      body: { data: new EncodedList(page.nodes, encode), next_cursor: feed || hasNextPage ? endCursor : null },
      next: hasNextPage && endCursor !== null ? endCursor : undefined,
    };
  };
  return { response: envelope(nodes, feed ? NEXT_IN_FEED : undefined), list: feed ? 'feed' : 'page', respond };
}

const NEXT_IN_FEED =
  'Cursor of the last row, also on the last page. A page with fewer rows than `limit` is the last one. Without rows it is the cursor of the request. Null only for an empty page, newest first, without `after`.';

/** The form of every list in an answer. */
function envelope(rows: ListShape, nextCursor = 'Cursor of the next page. Null on the last page.'): ObjectShape {
  const name = rows.of.kind === 'object' || rows.of.kind === 'enum' ? rows.of.name : rows.of.kind;
  return {
    kind: 'object',
    nullable: false,
    name: `${name}List`,
    description: 'A list or a page of a list.',
    members: [
      {
        name: 'data',
        field: 'nodes',
        description: 'Rows of the list.',
        required: true,
        shape: { ...rows, nullable: false },
      },
      {
        name: 'next_cursor',
        field: 'endCursor',
        description: nextCursor,
        required: true,
        shape: { kind: 'scalar', nullable: true, type: GraphQLString },
      },
    ],
  };
}

function objectMapping(row: RouteDefinition, document: RouteDocument, shape: RestShape): BodyMapping {
  const encode = encoder(shape);
  const { notCreatedWhenNull: member } = row.overrides;
  const status = (body: unknown): number =>
    member !== undefined && (body as Data)[member] === null ? 200 : row.status;
  const siblings = siblingsOf(document);
  if (!siblings) {
    const respond = ({ body }: FieldLocation): MappedBody => {
      const encoded = encode(body);
      return { status: status(encoded), body: encoded, next: undefined };
    };
    return { response: shape, list: undefined, respond };
  }
  if (shape.kind !== 'object') throw new Error('only an object can have sibling fields');
  const encodeSiblings = encoder(siblings);
  const respond = ({ body, parent }: FieldLocation): MappedBody => {
    const joined = { ...(encode(body) as Data), ...(encodeSiblings(parent) as Data) };
    return { status: status(joined), body: joined, next: undefined };
  };
  const response = { ...shape, name: siblings.name, members: [...shape.members, ...siblings.members] };
  return { response, list: undefined, respond };
}

/** Returns the shape of the fields next to the body. */
function siblingsOf({ siblingFields, path, fragments }: RouteDocument): ObjectShape | undefined {
  if (siblingFields.length === 0) return undefined;
  const owner = path.at(-2);
  const type = owner && getNamedType(owner.field.type);
  if (!isObjectType(type)) throw new Error('a body at the root cannot have sibling fields');
  const members = answerMembers(type, { kind: Kind.SELECTION_SET, selections: siblingFields }, fragments);
  return { kind: 'object', nullable: false, name: type.name, description: type.description ?? '', members };
}
