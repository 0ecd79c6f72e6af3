/** Reads of webhook deliveries and their attempts. */
export {
  type AttemptRecord,
  attemptsOf,
  findDeliveries,
  type StoredDelivery,
} from '../../database/repositories/webhooks';
