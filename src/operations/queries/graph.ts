/** Reads of the objects beside keys. */
export { endpointsOf, type EndpointHealth, revisionsByNumber, sharesDealings } from '../../database/repositories/graph';
