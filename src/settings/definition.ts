import type { Kind } from './kinds';

export interface SettingDefinition<T> {
  readonly name: string;
  readonly kind: Kind<T>;
  /** Used if the variable is unset or empty. Undefined: no default. */
  readonly default: T | undefined;
  readonly why: string;
}

export type Required<T> = SettingDefinition<T> & { readonly default: T };

export function row<T>(name: string, kind: Kind<T>, value: NoInfer<T>, why: string): Required<T> {
  return { name, kind, default: value, why };
}

export function optional<T>(name: string, kind: Kind<T>, why: string): SettingDefinition<T> {
  return { name, kind, default: undefined, why };
}
