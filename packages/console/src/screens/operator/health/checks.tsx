import { State } from '../../../ui/badge';
import { OperatorLink } from '../parts/operator-link';
import type { Check } from './checks-of';

/** The checks with their states. */
export function Checks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className="divide-y divide-line">
      {checks.map(({ name, tone, state, detail, to }) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
          <State code={state} tone={tone} />
          <span className="font-medium">{name}</span>
          <span className="text-muted">{detail}</span>
          {to && (
            <OperatorLink to={to.path} search={to.search}>
              {to.name}
            </OperatorLink>
          )}
        </li>
      ))}
    </ul>
  );
}
