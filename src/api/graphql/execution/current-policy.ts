import { currentPolicy } from '../../../operations/queries/policies';
import type { Context } from './context';

const policies = new WeakMap<Context, Promise<string>>();

/** The policy of a trade that is created now. A request reads it once, however many rows ask. */
export function currentPolicyOf(context: Context): Promise<string> {
  const earlier = policies.get(context);
  if (earlier !== undefined) return earlier;
  const reading = context.now().then((now) => currentPolicy(context.db, now, context.services.settings.policyVersion));
  policies.set(context, reading);
  return reading;
}
