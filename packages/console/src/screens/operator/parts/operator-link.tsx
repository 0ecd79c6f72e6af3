import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  /** The path below `operator`: `trades/trd_…`. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>> | undefined;
  readonly children: ReactNode;
}

/** A link to another page of the operators. */
export function OperatorLink({ to, search = {}, children }: Props) {
  return (
    <Link to={`/operator/${to}`} search={search} className="text-accent hover:underline">
      {children}
    </Link>
  );
}

/** A link to the page of a trade, by its key. */
export function TradeLink({ tradeKey }: { readonly tradeKey: string }) {
  return (
    <OperatorLink to={`trades/${tradeKey}`}>
      <span
        className="font-mono text-xs whitespace-nowrap"
        title={tradeKey}
      >{`${tradeKey.slice(0, 4)}…${tradeKey.slice(-6)}`}</span>
    </OperatorLink>
  );
}
