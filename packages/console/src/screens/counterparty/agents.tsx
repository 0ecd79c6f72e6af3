import { Card } from '../../ui/card';
import { Key } from '../../ui/key';
import { OutsideLink } from '../../ui/outside-link';
import type { PublicPrincipal } from './types';

type Agent = PublicPrincipal['agents']['nodes'][number];

/** The address of a website, if it is one that a browser may open. */
function websiteOf(provider: Agent['provider']): string | undefined {
  const address = provider?.url;
  if (!address || !URL.canParse(address)) return undefined;
  return ['http:', 'https:'].includes(new URL(address).protocol) ? address : undefined;
}

/** The agents of a counterparty, as their cards describe them. */
export function Agents({ of: { nodes, totalCount } }: { readonly of: PublicPrincipal['agents'] }) {
  return (
    <Card title={`Agents (${totalCount})`}>
      {nodes.length === 0 ? (
        <p className="text-muted">This principal has no agent.</p>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {nodes.map((agent) => (
            <li key={agent.agentKey} className="min-w-0 rounded-md border border-line p-3">
              <One of={agent} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function One({ of: { agentKey, name, description, version, provider } }: { readonly of: Agent }) {
  const website = websiteOf(provider);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium break-words">{name ?? 'Agent without a name'}</h3>
        <Key of={agentKey} />
      </div>
      {version && <p className="text-xs text-muted">version {version}</p>}
      {description && <p className="mt-1 text-sm break-words">{description}</p>}
      {provider?.organization && (
        <p className="mt-1 text-sm break-words text-muted">
          The card names {provider.organization} as its provider. The service does not check this.
        </p>
      )}
      {website !== undefined && (
        <p className="mt-1 text-sm break-all">
          <OutsideLink to={website} />
        </p>
      )}
    </>
  );
}
