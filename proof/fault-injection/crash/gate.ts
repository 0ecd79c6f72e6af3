import type { Answer } from '../kill/caller';
import type { BuiltServer } from '../../../test/support/built';
import type { Trip } from '../../../test/support/wire-proxy';
import { until } from '../../../test/support/actors';
import type { Calls } from './call';
import type { Victim, Watch } from './victim';

/** Makes several calls share one transaction: holds each call until all have arrived. */

/** Whether the trip loads the signing credential, the last statement before a request waits for a transaction. */
const isLookUp = ({ statement }: Trip): boolean => statement === 'credential_by_api_key';

/** Holds the answers of credential look-ups until it opens. */
export class Gate {
  private readonly waiting: (() => void)[] = [];
  private isOpen = false;

  shouldHold(trip: Trip): boolean {
    return !this.isOpen && isLookUp(trip);
  }

  get count(): number {
    return this.waiting.length;
  }

  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  open(): void {
    this.isOpen = true;
    for (const resolve of this.waiting) resolve();
  }
}

/**
 * Sends the calls. A single call needs no gate.
 * Several calls reach the gate one after the other, so that each makes its own look-up. The process is suspended while
 * the gate opens, and finds all answers in one turn of its event loop.
 */
export async function sendCalls(
  { sends }: Calls,
  victim: Victim<BuiltServer>,
  watch: Watch,
): Promise<(Answer | undefined)[]> {
  const { gate } = watch;
  const { url } = victim.process;
  const answers: Promise<Answer | undefined>[] = [];
  for (const send of sends) {
    answers.push(send(url));
    if (!gate) continue;
    const arrived = (): Promise<boolean> => Promise.resolve(watch.struck || gate.count === answers.length);
    await until(arrived, (yes) => yes);
  }
  if (gate && !watch.struck) await victim.whileSuspended(() => gate.open());
  return Promise.all(answers);
}
