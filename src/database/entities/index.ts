import { HumanRow, BindingRow } from './party';
import { PrincipalRow, PrincipalSpendRow, PrincipalRecordRow } from './principal';
import { CredentialRow } from './credential';
import { AgentRow, WebhookSigningKeyRow } from './agent';
import { ListingRow } from './listing';
import { MarketOfferRow, MarketPairRow, MarketTagRow } from './market';
import { MatchRunRow } from './match-run';
import { ProposalRow, ProposalRevisionRow, ProposalParticipantRow, ProposalPairRow } from './proposal';
import { TradeRow, TradeParticipantRow, TradeStepRow } from './trade';
import { SettlementRow, SettlementPartyRow } from './settlement';
import { OperatorActRow, PaymentResolutionRow } from './operator';
import { EventRow, EventHeadRow } from './event';
import { WorkerLeaseRow } from './worker';
import { IdempotencyAnswerRow } from './idempotency';
import { RefreshSessionRow, RefreshTokenRow, SessionKeyRow, SignInRow } from './session';
import { TicketPurchaseRow, StripeEventRow } from './purchase';
import { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from './webhook';

/** Every row class: plain data, no relations but ids, no methods (architecture §4). */
export const rowClasses = [
  HumanRow,
  BindingRow,
  PrincipalRow,
  PrincipalSpendRow,
  PrincipalRecordRow,
  CredentialRow,
  AgentRow,
  WebhookSigningKeyRow,
  ListingRow,
  MarketOfferRow,
  MarketTagRow,
  MarketPairRow,
  MatchRunRow,
  ProposalRow,
  ProposalRevisionRow,
  ProposalParticipantRow,
  ProposalPairRow,
  TradeRow,
  TradeParticipantRow,
  TradeStepRow,
  SettlementRow,
  SettlementPartyRow,
  OperatorActRow,
  PaymentResolutionRow,
  EventRow,
  EventHeadRow,
  WorkerLeaseRow,
  IdempotencyAnswerRow,
  TicketPurchaseRow,
  StripeEventRow,
  SignInRow,
  RefreshSessionRow,
  RefreshTokenRow,
  SessionKeyRow,
  WebhookDeliveryRow,
  WebhookAttemptRow,
  WebhookEndpointRow,
];
