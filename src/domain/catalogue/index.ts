import { caller } from './caller';
import { request } from './request';
import { world } from './world';

export type { CatalogueEntry } from './entry';

/**
 * THE catalogue of errors: every code this service can answer with, once. Problem bodies, GraphQL extensions, OpenAPI
 * responses and `docs/reference/errors.md` are read from here. Source: specification "Errors", contract §5.
 */
export const catalogue = { ...request, ...caller, ...world };

export type ErrorCode = keyof typeof catalogue;
