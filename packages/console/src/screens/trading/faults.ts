import type { Problem } from '../../api/problem';

/** The error of an input in a refusal, by the end of its path: `steps.0.priceStamps`. */
export function faultAt(problem: Problem | undefined, path: string): string | undefined {
  return problem?.fields.find((field) => field.path === path || field.path.endsWith(`.${path}`))?.detail;
}
