import { policyOf } from '../src/domain/trades/policy';
import type { AmountText } from '../src/domain/trades/policy-types';

/** The amounts of a policy as a table of docs/concepts/settlement.md, from the data that `Query.policies` shows. */
export function amountsTable(version: string): string {
  const { amounts, symbols, discount } = policyOf(version).arithmetic;
  const hasBurn = amounts.some((row) => row.burnt_by_side !== '0');
  const head = ['end', 'to the provider', ...(hasBurn ? ['burnt by each side'] : []), 'slash'];
  const rowOf = (row: AmountText): string[] => [
    `${row.causes.map((cause) => `\`${cause}\``).join(', ')}${row.condition === 'always' ? '' : `: ${row.condition}`}`,
    `\`${row.to_provider}\``,
    ...(hasBurn ? [`\`${row.burnt_by_side}\``] : []),
    `\`${row.slash}\``,
  ];
  const lines = [head, head.map(() => '---'), ...amounts.map(rowOf)].map((row) => `| ${row.join(' | ')} |`);
  const meanings = Object.entries(symbols).map(
    ([symbol, meaning]) => `\`${symbol}\` is ${/^\d/.test(meaning) ? '' : 'the '}${meaning}`,
  );
  return `${lines.join('\n')}\n\n${meanings.join('; ')}. ${discount}`;
}

/** Replaces a generated part of a page. @throws Error if the page has no such part */
export function withGenerated(page: string, name: string, text: string): string {
  const [begins, ends] = [`<!-- generated: ${name} -->`, `<!-- end of generated: ${name} -->`];
  const [before, rest] = page.split(begins);
  const after = rest?.split(ends)[1];
  if (before === undefined || after === undefined) throw new Error(`The page has no generated part "${name}".`);
  return `${before}${begins}\n\n${text}\n\n${ends}${after}`;
}
