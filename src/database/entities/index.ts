import { AgentRow, WebhookSigningKeyRow } from './agent';
import { CredentialRow } from './credential';
import { ListingRow } from './listing';
import { OperatorActRow, PaymentResolutionRow } from './operator';
import { BindingRow, HumanRow } from './party';
import { StripeEventRow, TicketPurchaseRow } from './purchase';
import { RefreshSessionRow, RefreshTokenRow, SessionKeyRow, SignInRow } from './session';

/** The TypeORM entities. Tables without one are read and written by hand-written SQL (docs/decisions/0033-typeorm-line.md). */
export const entityClasses = [
  AgentRow,
  WebhookSigningKeyRow,
  BindingRow,
  HumanRow,
  CredentialRow,
  ListingRow,
  OperatorActRow,
  PaymentResolutionRow,
  TicketPurchaseRow,
  StripeEventRow,
  SignInRow,
  RefreshSessionRow,
  RefreshTokenRow,
  SessionKeyRow,
];
