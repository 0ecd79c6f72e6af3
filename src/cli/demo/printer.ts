import type { CliContext } from '../context';

const NAME_WIDTH = 16;

/** Formats an amount as `12,345` in every locale. */
export function stamps(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** Prints the demo as numbered steps with entries below them. */
export class Printer {
  private steps = 0;

  constructor(private readonly context: Pick<CliContext, 'print'>) {}

  step(title: string): void {
    this.steps += 1;
    this.context.print(`\n${String(this.steps).padStart(2)}  ${title}`);
  }

  line(name: string, text: string): void {
    this.entry(`${name.padEnd(NAME_WIDTH)} ${text}`);
  }

  entry(text: string): void {
    this.context.print(`      ${text}`);
  }
}
