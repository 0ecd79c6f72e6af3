/** Reads the part of the Dockerfile format that deploy/Dockerfile uses. Any other instruction is an error. */

export interface Step {
  readonly instruction: string;
  readonly argument: string;
}

export interface Stage {
  readonly name: string;
  readonly image: string;
  readonly steps: readonly Step[];
}

/** Splits a file into instructions: drops comments and joins continued lines. */
function instructions(text: string): Step[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, ' ');
  return joined.split('\n').map((line) => {
    const [, instruction = '', argument = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    return { instruction: instruction.toUpperCase(), argument };
  });
}

/** Returns the stages of a Dockerfile, in order. Arguments before the first stage have their default. */
export function stagesOf(text: string): Stage[] {
  const defaults = new Map<string, string>();
  const stages: { name: string; image: string; steps: Step[] }[] = [];
  for (const step of instructions(text)) {
    const current = stages.at(-1);
    if (step.instruction === 'FROM') {
      const [, image = '', name = String(stages.length)] = /^(\S+)(?: AS (\S+))?$/i.exec(step.argument) ?? [];
      const resolved = image.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => defaults.get(variable) ?? '');
      stages.push({ name, image: resolved, steps: [] });
    } else if (current !== undefined) current.steps.push(step);
    else if (step.instruction === 'ARG') {
      const [name = '', ...value] = step.argument.split('=');
      defaults.set(name, value.join('='));
    } else throw new Error(`${step.instruction} before the first stage`);
  }
  return stages;
}

/** Returns the options and the words of an argument: `--from=build /a ./b`. */
export function wordsOf(argument: string): { readonly options: Readonly<Record<string, string>>; words: string[] } {
  const all = argument.split(/\s+/);
  const isOption = (word: string): boolean => word.startsWith('--');
  const options = all.filter(isOption).map((word) => word.slice(2).split('=') as [string, string]);
  return { options: Object.fromEntries(options), words: all.filter((word) => !isOption(word)) };
}
