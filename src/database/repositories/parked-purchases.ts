/** An event of the processor that an operator must review, with its purchase if there is one. */
export interface FlaggedPayment {
  readonly stripeEventId: string;
  readonly type: string;
  readonly reason: string;
  readonly sessionId: string | null;
  readonly paymentIntentId: string | null;
  readonly reference: string | null;
  readonly purchaseStatus: string | null;
  readonly principalId: string | null;
  readonly humanId: string | null;
  readonly receivedAt: Date;
}
