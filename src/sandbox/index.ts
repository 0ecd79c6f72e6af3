/**
 * The sandbox: a service to practise in, with a test clock (docs/sandbox.md).
 *
 * `src/app.ts` loads this folder only if ATS_SANDBOX is true. A live service never runs its code. The folder runs the
 * operations of the service and writes no money itself, so a trade in a sandbox is a trade like any other.
 */
import type { Database } from '../database/transactions/database';
import type { Sandbox, Services } from '../operations/context';
import type { WebhookSender } from '../operations/ports';
import type { Task } from '../workers/runner';
import { openCredentials } from '../console/credentials';
import { assert } from '../domain/errors/errors';
import { advanceClock, clockTask, waitUntilStill } from './clock';
import { Counterparties } from './counterparty/counterparties';
import { failAnswer, faultySender, injectFault } from './faults';
import { grantTickets } from './grant';
import { readStatus } from './status';
import { SIGNATURE_REMEDY } from './verify-signature';

/** The sandbox with its background tasks. */
export interface RunningSandbox extends Sandbox {
  tasks(services: Services): Task[];
  /** Advice for a request whose signature is invalid. */
  readonly signatureRemedy: string;
  /** The sender with the injected faults. */
  sender(sender: WebhookSender): WebhookSender;
}

/** A developer has the owner's credential, and can create one of an operator. */
const ACCESS_REMEDIES = {
  principal_owner_required:
    'Sign the request with owner.json in the folder of the sandbox, which acts for the owner, or do this in the console.',
  platform_only:
    'Use the operations of your principal. To call those of operators, create a credential with `npx ats platform-credential create --role operator`.',
} as const;

/** The operations of the sandbox have no injected faults, so that a developer can go on. */
const OWN_OPERATIONS: ReadonlySet<string> = new Set([
  'advanceClock',
  'grantTickets',
  'spawnCounterparty',
  'injectFault',
]);

export function createSandbox(store: Database): RunningSandbox {
  const counterparties = new Counterparties(async (services) => {
    const credentials = await openCredentials(store, services);
    assert(credentials, 'a sandbox is not in production');
    return credentials.console;
  });
  return {
    signatureRemedy: SIGNATURE_REMEDY,
    accessRemedies: ACCESS_REMEDIES,
    status: readStatus,
    advanceClock,
    grantTickets,
    spawnCounterparty: (context, input) => counterparties.spawn(context, input),
    injectFault,
    async beforeAnswer(mutation) {
      const { fields, hasEffect, isRefused } = mutation;
      // A repeated request waits on. A refused one did not move the clock.
      if (fields.includes('advanceClock') && !isRefused) await waitUntilStill(store);
      if (hasEffect && !fields.some((name) => OWN_OPERATIONS.has(name))) await failAnswer(store, mutation);
    },
    sender: (sender) => faultySender(store, sender),
    tasks: (services) => [clockTask(store, services, () => counterparties.settle()), counterparties.task(services)],
  };
}
