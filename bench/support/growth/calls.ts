import type { Timed } from '../bench';
import type { Mutate, Sender } from '../http';
import type { Party } from '../market';

/** Callers of a round: the parties whose history grows, their owners' console and an operator. */
export interface Cast {
  readonly provider: Party;
  readonly consumer: Party;
  /** The consumer's owner at a console. */
  readonly owner: Sender;
  readonly operator: Sender;
}

export type Read = (
  by: Sender,
  document: string,
  variables?: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

export interface Caller {
  readonly mutate: Mutate;
  readonly read: Read;
}

/** Sends one mutation and times it under its field's name or another name. */
export type Call = <T>(by: Sender, field: string, input: object, payload: string, name?: string) => Promise<T>;

const documentOf = (field: string, payload: string): string =>
  `mutation ($input: ${field.charAt(0).toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { ${payload} } }`;

export function calling(mutate: Mutate, timed: Timed): Call {
  return (by, field, input, payload, name = field) =>
    timed(name, () => mutate(by, documentOf(field, payload), { ...input }));
}
