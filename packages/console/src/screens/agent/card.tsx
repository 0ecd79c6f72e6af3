import { useState } from 'react';
import { TextLink, usePrincipal } from '../../shell/principal';
import { Button } from '../../ui/button';
import { Card, Facts } from '../../ui/card';
import { Code } from '../../ui/code';
import { Key } from '../../ui/key';
import { Time } from '../../ui/time';
import { ReplaceCardDialog, RetireDialog } from './card-dialogs';
import type { PartProps } from './types';

/** The card of the agent, with the acts that replace it and that retire the agent. */
export function CardOfAgent({ agent }: PartProps) {
  const { isOwner } = usePrincipal();
  const [isShown, setShown] = useState(false);
  const [open, setOpen] = useState<'replace' | 'retire'>();
  const dialog = { agent, onClose: () => setOpen(undefined) };
  return (
    <Card
      title="Agent card"
      actions={
        <div className="flex flex-wrap gap-2">
          <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide the JSON' : 'Show the JSON'}
          </Button>
          {isOwner && (
            <Button opensDialog onClick={() => setOpen('replace')}>
              Replace card
            </Button>
          )}
          {isOwner && agent.retiredAt === null && (
            <Button kind="danger" opensDialog onClick={() => setOpen('retire')}>
              Retire agent
            </Button>
          )}
        </div>
      }
    >
      <CardFacts agent={agent} />
      <p className="mt-3 text-sm text-muted">
        The card is public. Listings of this agent are under{' '}
        <TextLink to="listings" search={{ agent: agent.agentKey }}>
          Listings
        </TextLink>
        .
      </p>
      {isShown && (
        <div className="mt-3">
          <Code label="Agent card as JSON" text={JSON.stringify(agent.card, undefined, 2)} />
        </div>
      )}
      {open === 'replace' && <ReplaceCardDialog {...dialog} />}
      {open === 'retire' && <RetireDialog {...dialog} />}
    </Card>
  );
}

function CardFacts({ agent }: PartProps) {
  const { version, missing } = agent.cardConformance;
  const { pushNotifications, streaming, extendedAgentCard } = agent.capabilities;
  const capabilities = [
    pushNotifications && 'push notifications',
    streaming && 'streaming',
    extendedAgentCard && 'extended card',
  ].filter(Boolean);
  return (
    <Facts
      rows={[
        ['Version', agent.version ?? 'none'],
        ['Key', <Key of={agent.agentKey} />],
        ['Registered', <Time at={agent.createdAt} />],
        ...(agent.retiredAt === null ? [] : [['Retired', <Time at={agent.retiredAt} />] as const]),
        ['Capabilities', capabilities.length > 0 ? capabilities.join(', ') : 'none'],
        ['A2A version', version ?? 'not clear from the card'],
        ['Missing A2A members', missing.length > 0 ? missing.join(', ') : 'none'],
      ]}
    />
  );
}
