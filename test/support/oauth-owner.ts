import { createParty, mutate, type Party } from './actors';
import type { TestApp } from './app';

/** A party and an owner of it who signs in with the built-in provider, so that a browser can act for it. */
export interface OwnedParty extends Party {
  /** The name with which the human signs in. */
  readonly human: string;
  readonly bindingId: string;
}

export async function createOwnedParty(app: Pick<TestApp, 'url' | 'consoleFor'>, name: string): Promise<OwnedParty> {
  const party = await createParty(app, name);
  const human = `human-${party.subject}`;
  const { binding } = await mutate<{ binding: { bindingId: string } }>(
    party.owner,
    'putBinding',
    { principalKey: party.principalKey, provider: 'local', subject: human, role: 'OWNER' },
    'binding { bindingId }',
  );
  return { ...party, human, bindingId: binding.bindingId };
}
