import { mutate } from './actors';
import type { TestApp } from './app';

/** Sets limits and quotas of a principal, as an operator. */
export const setAnchor = (
  { operator }: Pick<TestApp, 'operator'>,
  principalKey: string,
  anchor: Readonly<Record<string, number>>,
) => mutate(operator, 'setEconomicAnchor', { principalKey, ...anchor }, 'principal { id }');
