/** Reads of webhook deliveries and their attempts. */
export { attemptsOf, findDeliveries, type StoredDelivery } from '../../database/repositories/webhooks';
