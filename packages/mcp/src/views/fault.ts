/** The end of a trade, as a settlement or its preview has it. If all steps passed, `failureCause` is null. */
export interface EndedTrade {
  readonly outcome: string;
  readonly failureCause: string | null;
  readonly faultPrincipalKey: string | null;
  readonly slashStamps: number;
  /** Null for operators. */
  readonly own: {
    readonly netStamps: number;
    readonly bondSlashedStamps: number;
    readonly burntStamps: number;
  } | null;
  readonly compensations: readonly Compensation[];
}

interface Compensation {
  readonly principalKey: string;
  readonly amountStamps: number;
  readonly kind: string;
}

export const FAULT_FIELDS = `outcome failureCause faultPrincipalKey slashStamps own { netStamps bondSlashedStamps burntStamps }
  compensations { principalKey amountStamps kind }`;

/**
 * Shows which bond is lost and who gets it. Null: all steps passed. An end with no principal at fault has no `principalKey`.
 *
 * `netStamps` alone also has prices and fees, so it does not say whether the bond of the caller is lost.
 */
export function viewFault(ended: EndedTrade, principalKey: string | undefined): object | null {
  const { failureCause, faultPrincipalKey, slashStamps, own, compensations } = ended;
  if (failureCause === null) return null;
  return {
    failureCause,
    principalKey: faultPrincipalKey,
    isYou: faultPrincipalKey === principalKey,
    slashStamps,
    yourBondSlashedStamps: own?.bondSlashedStamps ?? 0,
    yourBurntStamps: own?.burntStamps ?? 0,
    compensations: compensations.map((one) => ({
      principalKey: one.principalKey,
      isYou: one.principalKey === principalKey,
      amountStamps: one.amountStamps,
      kind: one.kind,
    })),
  };
}

/** A settlement that would follow. */
export interface FaultPreview extends EndedTrade {
  readonly netStamps: number;
}

/** Shows the end of a trade in short, with its fault if there is one. */
export function viewPreview(preview: FaultPreview, principalKey: string | undefined): object {
  const { outcome, netStamps } = preview;
  const fault = viewFault(preview, principalKey);
  return { outcome, netStamps, ...(fault && { fault }) };
}

/** A sentence about the receivers of a lost bond. */
export function describeReceivers({ compensations }: Pick<EndedTrade, 'compensations'>): string {
  const parts = compensations
    .filter(({ amountStamps }) => amountStamps > 0)
    .map(({ principalKey, amountStamps }) => `${amountStamps} stamps to ${principalKey}`);
  return parts.length === 0 ? 'No party gets the lost bond.' : `The lost bond pays ${parts.join(' and ')}.`;
}
