import type { Refusal } from '../domain/errors/errors';
import type { Services } from './context';

/**
 * A refusal with the advice of a sandbox, where a developer can act as an owner and as an operator.
 * Advice for one case stays.
 */
export function withSandboxAdvice(refusal: Refusal, { sandbox }: Pick<Services, 'sandbox'>): Refusal {
  const remedy = sandbox?.accessRemedies[refusal.code];
  const hasOwn = refusal.remedy !== refusal.entry.remedy;
  return remedy === undefined || hasOwn ? refusal : refusal.withRemedy(remedy);
}
