/** Reads of webhook deliveries and their attempts. */
export {
  type AttemptRecord,
  attemptsOf,
  deliveriesOf,
  findDeliveries,
  type StoredDelivery,
} from '../../database/repositories/webhooks';
