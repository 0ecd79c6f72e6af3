/**
 * Options of a property test with many cases: `wanted` in the proofs, `few` in `npm test`. FC_RUNS=all asks for `wanted`, a
 * number for as many as it says.
 */
export function runs(wanted: number, few = 200): { readonly numRuns: number } {
  const limit = process.env['FC_RUNS'] ?? String(few);
  return { numRuns: limit === 'all' ? wanted : Math.min(wanted, Number(limit)) };
}
