import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import formats from 'ajv-formats';
import type { CompiledRoute } from '../../../src/api/rest/compile/compile';
import type { Exchanged } from './rest-driver';

/** Checks answers against the committed openapi.json: status, content type, body. */

type Node = Readonly<Record<string, unknown>>;

const FILE = 'openapi.json';

export class Described {
  private readonly file = JSON.parse(readFileSync(join(__dirname, '..', '..', '..', FILE), 'utf8')) as Node;
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor() {
    formats(this.ajv);
    this.ajv.addSchema(this.file, FILE);
  }

  /** The differences between an answer and openapi.json; empty if there are none. */
  departures(route: Pick<CompiledRoute, 'method' | 'path'>, status: number, type: string, body: unknown): string[] {
    const operation = ['paths', route.path, route.method.toLowerCase()];
    const response = this.resolve([...operation, 'responses', String(status)]);
    if (!response) return [`${String(status)} is not described`];
    const content = [...response, 'content', type, 'schema'];
    if (this.at(content) === undefined) return [`${type} is not described for ${String(status)}`];
    return this.misfits(content, body);
  }

  /** The differences between a request body and openapi.json. */
  requestDepartures(route: Pick<CompiledRoute, 'method' | 'path'>, body: unknown): string[] {
    const content = ['paths', route.path, route.method.toLowerCase(), 'requestBody', 'content', 'application/json'];
    return this.misfits([...content, 'schema'], body);
  }

  problemDepartures(body: unknown): string[] {
    return this.misfits(['components', 'schemas', 'Problem'], body);
  }

  of({ route, sent: { status, headers, json } }: Exchanged): string[] {
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    return this.departures(route, status, type, json).map((what) => `${route.method} ${route.path}: ${what}`);
  }

  private misfits(path: readonly string[], body: unknown): string[] {
    const pointer = path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = this.compiled.get(pointer) ?? this.ajv.compile({ $ref: `${FILE}#/${pointer}` });
    this.compiled.set(pointer, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
  }

  /** Follows a reference, if there is one. */
  private resolve(path: readonly string[]): readonly string[] | undefined {
    const node = this.at(path);
    if (node === undefined) return undefined;
    const reference = node['$ref'];
    return typeof reference === 'string' ? reference.replace(/^#\//, '').split('/') : path;
  }

  private at(path: readonly string[]): Node | undefined {
    let node: Node | undefined = this.file;
    for (const part of path) node = node?.[part] as Node | undefined;
    return node;
  }
}
