import { accessErrors } from './access';
import { requestErrors } from './request';
import { stateErrors } from './state';

export type { CatalogueEntry } from './entry';

/**
 * Every error code of the service.
 *
 * Problem bodies, GraphQL extensions, OpenAPI responses and `docs/reference/errors.md` are generated from it.
 */
export const errorCatalogue = { ...requestErrors, ...accessErrors, ...stateErrors };

export type ErrorCode = keyof typeof errorCatalogue;
