import { accessErrors } from './access';
import { requestErrors } from './request';
import { stateErrors } from './state';

export type { CatalogueEntry } from './entry';

/**
 * THE catalogue of errors: every code this service can answer with, once. Problem bodies, GraphQL extensions, OpenAPI
 * responses and `docs/reference/errors.md` are read from here. Source: specification "Errors", contract §5.
 */
export const errorCatalogue = { ...requestErrors, ...accessErrors, ...stateErrors };

export type ErrorCode = keyof typeof errorCatalogue;
