import type { CliContext } from '../context';

const NAME_WIDTH = 16;
const NUMBER_WIDTH = 17;

/** `12,345`, whatever the locale of the machine. */
export function stamps(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** What `own` of a settlement, or two readings of a balance, differ by. */
export function signed(amount: number): string {
  return `${amount > 0 ? '+' : ''}${stamps(amount)}`;
}

/** Where the play is printed: numbered steps, what each party did below them. */
export class Printer {
  private steps = 0;

  constructor(private readonly context: Pick<CliContext, 'print'>) {}

  step(title: string): void {
    this.steps += 1;
    this.context.print('');
    this.context.print(`${String(this.steps).padStart(2)}  ${title}`);
  }

  /** What one of them did, or got. */
  line(name: string, text: string): void {
    this.entry(`${name.padEnd(NAME_WIDTH)} ${text}`);
  }

  entry(text: string): void {
    this.context.print(`      ${text}`.trimEnd());
  }

  table(heading: readonly string[], rows: readonly (readonly [string, ...string[]])[]): void {
    const shown = ([name, ...cells]: readonly string[]): string =>
      `${(name ?? '').padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(NUMBER_WIDTH)).join('')}`;
    this.entry(shown(heading));
    for (const row of rows) this.entry(shown(row));
  }
}
