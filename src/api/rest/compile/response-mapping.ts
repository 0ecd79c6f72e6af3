import { getNamedType, GraphQLString, isNonNullType, isObjectType, Kind } from 'graphql';
import { errorCatalogue, type ErrorCode } from '../../../domain/errors/catalogue';
import type { RouteDocument } from './document';
import { encoderOf } from './encode';
import { restName } from './names';
import type { RouteDefinition } from '../routes/route';
import { answerMembers, answerShape, type ListShape, type ObjectShape, type RestShape } from './shape';

/** What executing the document came to: a body, or 404 with that code. `next`: the cursor of the page that follows. */
export type RestResponse =
  | { readonly absent: ErrorCode }
  | { readonly status: number; readonly body: unknown; readonly next: string | undefined };

export interface ResponseMapping {
  /** `page`: newest first, with cursors; `feed`: oldest first, to be followed; `whole`: all of it at once. */
  readonly list: 'page' | 'feed' | 'whole' | undefined;
  readonly response: RestShape;
  /** What a null on the way is told as; empty where nothing can be absent. */
  readonly notFound: readonly ErrorCode[];
  readonly encode: (data: Readonly<Record<string, unknown>>) => RestResponse;
}

type Data = Readonly<Record<string, unknown>>;

/** The body found and what it stands in. */
interface FieldLocation {
  readonly body: unknown;
  readonly parent: Data;
}

type MappedBody = Exclude<RestResponse, { absent: ErrorCode }>;

export function responseMappingOf(row: RouteDefinition, document: RouteDocument): ResponseMapping {
  const absences = absencesOf(row, document);
  const { response, list, tell } = bodyMappingOf(row, document);
  const keys = document.path.map(({ key }) => key);
  const encode = (data: Data): RestResponse => {
    let found: FieldLocation = { body: data, parent: data };
    for (const [index, key] of keys.entries()) {
      const parent = found.body as Data;
      found = { body: parent[key] ?? null, parent };
      const absent = absences[index];
      if (found.body === null && absent !== undefined) return { absent };
    }
    return tell(found);
  };
  return { list, response, notFound: [...new Set(absences.filter((code) => code !== undefined))], encode };
}

/** For each field on the way, the code of its absence. A mutation was done: its null is an answer. */
function absencesOf(
  { overrides: but }: RouteDefinition,
  { path, isMutation }: RouteDocument,
): (ErrorCode | undefined)[] {
  return path.map(({ field }) => {
    if (isMutation || isNonNullType(field.type)) return undefined;
    const code = but.absent ?? `${restName(getNamedType(field.type).name).replace(/^_/, '')}_not_found`;
    if (!Object.hasOwn(errorCatalogue, code)) throw new Error(`the catalogue has no ${code}`);
    return code as ErrorCode;
  });
}

interface BodyMapping {
  readonly response: RestShape;
  readonly list: ResponseMapping['list'];
  readonly tell: (found: FieldLocation) => MappedBody;
}

function bodyMappingOf(row: RouteDefinition, document: RouteDocument): BodyMapping {
  const last = document.path.at(-1);
  if (!last) throw new Error('a document has a path to its body');
  const shape = answerShape(last.field.type, last.node.selectionSet, document.fragments);
  if (shape.kind === 'list') return wholeOf(row, shape);
  const nodes = shape.kind === 'object' ? pageNodes(shape) : undefined;
  if (nodes) return pagesOf(row, nodes);
  return oneOf(row, document, shape);
}

/** Everything at once is a list as well, without another page. */
function wholeOf({ status }: RouteDefinition, shape: ListShape): BodyMapping {
  const encode = encoderOf(shape);
  const tell = ({ body }: FieldLocation): MappedBody => ({
    status,
    body: { data: encode ? encode(body) : body, next_cursor: null },
    next: undefined,
  });
  return { response: envelope(shape), list: 'whole', tell };
}

function pageNodes({ members }: ObjectShape): ListShape | undefined {
  const nodes = members.find(({ field }) => field === 'nodes')?.shape;
  return nodes?.kind === 'list' && members.some(({ field }) => field === 'pageInfo') ? nodes : undefined;
}

interface Page {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

function pagesOf({ status, overrides: but }: RouteDefinition, nodes: ListShape): BodyMapping {
  const encode = encoderOf(nodes);
  const tell = ({ body }: FieldLocation): MappedBody => {
    const page = body as Page;
    const { hasNextPage, endCursor } = page.pageInfo;
    return {
      status,
      body: { data: encode ? encode(page.nodes) : page.nodes, next_cursor: but.feed || hasNextPage ? endCursor : null },
      next: hasNextPage && endCursor !== null ? endCursor : undefined,
    };
  };
  return { response: envelope(nodes), list: but.feed ? 'feed' : 'page', tell };
}

/** How every list is answered (contract §6). */
function envelope(rows: ListShape): ObjectShape {
  const name = rows.of.kind === 'object' || rows.of.kind === 'enum' ? rows.of.name : rows.of.kind;
  return {
    kind: 'object',
    nullable: false,
    name: `${name}List`,
    description: 'A list, or a page of it.',
    members: [
      { name: 'data', field: 'nodes', description: 'The rows.', required: true, shape: { ...rows, nullable: false } },
      {
        name: 'next_cursor',
        field: 'endCursor',
        description: 'Where the next page begins; null: there is none.',
        required: true,
        shape: { kind: 'scalar', nullable: true, type: GraphQLString },
      },
    ],
  };
}

function oneOf(row: RouteDefinition, document: RouteDocument, shape: RestShape): BodyMapping {
  const encode = encoderOf(shape) ?? ((body: unknown) => body);
  const status = (body: unknown): number =>
    row.overrides.notCreatedWhenNull !== undefined && (body as Data)[row.overrides.notCreatedWhenNull] === null
      ? 200
      : row.status;
  const beside = siblingsOf(document);
  if (!beside) {
    const tell = ({ body }: FieldLocation): MappedBody => {
      const encoded = encode(body);
      return { status: status(encoded), body: encoded, next: undefined };
    };
    return { response: shape, list: undefined, tell };
  }
  if (shape.kind !== 'object') throw new Error('only an object can be joined by what stands beside it');
  const encodeBeside = encoderOf(beside) ?? ((body: unknown) => body);
  const tell = ({ body, parent }: FieldLocation): MappedBody => {
    const joined = { ...(encode(body) as Data), ...(encodeBeside(parent) as Data) };
    return { status: status(joined), body: joined, next: undefined };
  };
  const response = { ...shape, name: beside.name, members: [...shape.members, ...beside.members] };
  return { response, list: undefined, tell };
}

/** What stands beside the body, as members of its own. */
function siblingsOf({ siblingFields: beside, path, fragments }: RouteDocument): ObjectShape | undefined {
  if (beside.length === 0) return undefined;
  const owner = path.at(-2);
  const type = owner && getNamedType(owner.field.type);
  if (!isObjectType(type)) throw new Error('nothing may stand beside a body at the root');
  const members = answerMembers(type, { kind: Kind.SELECTION_SET, selections: beside }, fragments);
  return { kind: 'object', nullable: false, name: type.name, description: type.description ?? '', members };
}
