import type { ErrorCode } from '../domain/catalogue';
import { Refusal } from '../domain/errors';
import { constraintOf } from './tx';

/**
 * What a constraint says to a caller who lost a race: the decision was right for the facts it saw, and another
 * transaction committed first. A constraint that is not here is a fault of ours when it is violated.
 */
const refusals: Readonly<Record<string, ErrorCode>> = {
  listing_one_active: 'listing_already_active',
};

/** Runs a statement; a violation of one of these constraints becomes its refusal. The transaction is spent then. */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = refusals[constraintOf(error) ?? ''];
    throw code === undefined ? error : new Refusal(code);
  }
}
