import type { OperatorMutation } from '../../../operations/access';
import type { WebhookFailure } from '../../../operations/ports';
import type { CounterpartyStrategy, FaultKind } from '../../../operations/sandbox';
import type { FlagReason, ParkReason } from '../../../domain/tickets/packs';
import { enumOf } from './enums';

/** Enums of closed sets: reasons, failures and names. */

const failures: Record<WebhookFailure, string> = {
  http_status: 'The receiver answered with another status than 2xx.',
  redirect_not_followed: 'The receiver answered with a redirect. Redirects are not followed.',
  timeout: 'No complete answer arrived in time.',
  address_forbidden: 'The address is not public.',
  name_not_resolved: 'The name of the host has no address.',
  connection_failed: 'No connection could be opened.',
  connection_lost: 'The connection was lost before the answer.',
  tls_failed: 'The TLS handshake failed, for example because of the certificate.',
  answer_malformed: 'The answer is not valid HTTP.',
  secret_unreadable:
    'The signing secret could not be decrypted. This is an error of the service, and nothing was sent.',
};
export const DeliveryErrorEnum = enumOf('DeliveryError', 'Failure of an attempt at a webhook delivery.', failures);

const parked: Record<ParkReason, string> = {
  not_paid: 'The session ended without a payment.',
  amount_mismatch: 'The paid amount is not the price.',
  currency_mismatch: 'The currency is not the one of the price.',
  livemode_mismatch: 'One of purchase and payment is a test.',
  reference_mismatch: 'The payment names another principal or human.',
  async_payment: 'The payment came after the session was completed.',
  refunded: 'The payment was fully refunded before its completion arrived.',
};
export const ParkReasonEnum = enumOf('ParkReason', 'Reason for which a purchase is parked.', parked);

const flagged: Record<FlagReason | 'no_purchase', string> = {
  async_payment: 'A late payment.',
  refund: 'A charge was refunded completely.',
  partial_refund: 'A charge was refunded in part.',
  refund_failed: 'A refund did not reach the buyer, and the money came back.',
  dispute: 'The payer disputes a charge.',
  no_purchase: 'A session was paid, and there is no purchase for it.',
};
export const FlagReasonEnum = enumOf('FlagReason', 'Reason for which a payment event is flagged.', flagged);

const operations: Record<OperatorMutation, string> = {
  setEconomicAnchor: 'Changed the limits of a principal.',
  resolvePayment: 'Resolved a parked purchase or a flagged payment.',
  evaluateTrade: 'Ruled a checkpoint.',
  settleTrade: 'Settled a trade again.',
  activatePolicy: 'Announced the policy of new trades.',
};
export const OperatorOperationEnum = enumOf('OperatorOperation', 'Mutation that only operators may call.', operations);

export const CurrencyEnum = enumOf('Currency', 'Currency of a price, ISO 4217.', { usd: 'United States dollar.' });

const strategies: Record<CounterpartyStrategy, string> = {
  honest: 'Does everything as agreed, in time and truthfully.',
  silent: 'Takes the trade and does nothing more. As a consumer it activates, and submits no checkpoint.',
  late: 'Acts after the deadline, and is refused.',
  withdrawing: 'Withdraws when the step is active. Provider only.',
  hollow: 'Delivers items without artifacts, and rebuts the checkpoint. Provider only.',
  short: 'Delivers three of five items with an artifact. Provider only.',
  false_failure: 'Says of good work that it failed. Consumer only.',
  false_shortfall: 'Confirms good work as one item of five. Consumer only.',
  countering: 'Counters each offer up to six times with a better price for itself, then accepts. Then it is honest.',
};
export const CounterpartyStrategyEnum = enumOf(
  'CounterpartyStrategy',
  'Strategy of a counterparty of a sandbox.',
  strategies,
);

const faults: Record<FaultKind, string> = {
  drop_after_commit: 'The mutation happens, and the connection is closed without an answer.',
  error_after_commit: 'The mutation happens, and the answer is 503.',
  duplicate_webhook: 'The webhook is sent twice.',
  reorder_webhooks: 'The first attempt of the webhook fails unsent, so the next webhooks overtake it.',
  slow: 'The answer to a mutation comes 3 seconds later.',
};
export const FaultKindEnum = enumOf('FaultKind', 'Fault that a sandbox can inject.', faults);
