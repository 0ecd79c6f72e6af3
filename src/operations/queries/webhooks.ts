/** Reads of webhook deliveries and their attempts. */
export { attemptsOf, findDeliveries, lastAttemptsOf, type StoredDelivery } from '../../database/repositories/webhooks';
