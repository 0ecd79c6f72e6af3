import type { Answer } from '../kill/caller';
import type { BuiltServer } from '../../../test/support/built';
import type { Trip } from '../../../test/support/wire-proxy';
import { until } from '../../../test/support/actors';
import type { Calls } from './call';
import type { Victim, Watch } from './victim';

/** How several calls come to share a transaction: none gets further than the last answer before it until all have come. Not a test. */

/** The last that a request asks before it is one of those that wait for a transaction: who signed it. */
const isLookUp = ({ statement: asked }: Trip): boolean => asked === 'credential_by_api_key';

/** Keeps the answers of look-ups until it is opened, and then no more. */
export class Gate {
  private readonly waiting: (() => void)[] = [];
  private isOpen = false;

  stops(trip: Trip): boolean {
    return !this.isOpen && isLookUp(trip);
  }

  get count(): number {
    return this.waiting.length;
  }

  pass(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  open(): void {
    this.isOpen = true;
    for (const resolve of this.waiting) resolve();
  }
}

/**
 * One call is sent by itself. Several come to the gate one after the other, each with a look-up of its own, and the process
 * stands still while it is opened: it finds all answers in one turn of its loop.
 */
export async function sent(
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
  if (gate && !watch.struck) await victim.standingStill(() => gate.open());
  return Promise.all(answers);
}
