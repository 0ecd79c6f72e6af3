import { Button } from './button';

/** The acts of an object, as the service offers and refuses them. */
export interface Offers {
  readonly allowedActions: readonly {
    readonly operation: string;
    readonly consequence: { readonly summary: string };
  }[];
  readonly blockedActions: readonly {
    readonly operation: string;
    readonly code: string;
    readonly detail: string;
  }[];
}

interface Props {
  readonly of: Offers;
  readonly operation: string;
  readonly label: string;
  readonly kind?: 'primary' | 'plain' | 'danger';
  /** The reason of a refusal in shorter words than the service's. */
  readonly reason?: string | undefined;
  readonly onClick: () => void;
}

/** The button of an act: active if the service allows the act, with the reason if it refuses it, absent otherwise. */
export function Offered({ of, operation, label, kind = 'plain', reason, onClick }: Props) {
  if (of.allowedActions.some((one) => one.operation === operation)) {
    return (
      <Button kind={kind} opensDialog onClick={onClick}>
        {label}
      </Button>
    );
  }
  const blocked = of.blockedActions.find((one) => one.operation === operation);
  // A viewer has no acts, so their buttons would only be in the way.
  if (!blocked || blocked.code === 'PRINCIPAL_OWNER_REQUIRED') return null;
  return (
    <span className="inline-flex max-w-xs flex-col items-start gap-1">
      <Button disabled>{label}</Button>
      <span className="text-xs text-muted">{reason ?? blocked.detail}</span>
    </span>
  );
}
