/** Reads of the objects beside keys. */
export {
  endpointsOf,
  type EndpointHealth,
  principalsOnMarket,
  revisionsByNumber,
  sharesDealings,
} from '../../database/repositories/graph';
