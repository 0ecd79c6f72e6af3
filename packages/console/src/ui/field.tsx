import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import type { Problem } from '../api/problem';

const CONTROL =
  'w-full min-h-9 rounded-md border border-line bg-surface px-3 py-1.5 text-sm aria-invalid:border-bad disabled:opacity-60';

interface Common {
  readonly label: string;
  readonly help?: string;
  /** The error of this input. */
  readonly fault?: string | undefined;
}

interface Frame extends Common {
  readonly children: (control: {
    readonly id: string;
    readonly className: string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string | undefined;
  }) => ReactNode;
}

function FieldFrame({ label, help, fault, children }: Frame) {
  const id = useId();
  const notes = [help !== undefined && `${id}-help`, fault !== undefined && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        className: CONTROL,
        'aria-invalid': fault !== undefined,
        'aria-describedby': notes === '' ? undefined : notes,
      })}
      {help !== undefined && (
        <p id={`${id}-help`} className="mt-1 text-sm text-muted">
          {help}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="mt-1 text-sm text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

/** An input with its label, its help and its error. */
export function Field({ label, help, fault, ...rest }: Common & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <FieldFrame label={label} {...(help !== undefined && { help })} fault={fault}>
      {(control) => <input {...control} {...rest} />}
    </FieldFrame>
  );
}

/** A text of several lines. */
export function TextField({ label, help, fault, ...rest }: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <FieldFrame label={label} {...(help !== undefined && { help })} fault={fault}>
      {(control) => <textarea rows={4} {...control} {...rest} />}
    </FieldFrame>
  );
}

/** A choice among few values. */
export function Select({
  label,
  help,
  fault,
  options,
  ...rest
}: Common &
  SelectHTMLAttributes<HTMLSelectElement> & { readonly options: readonly (readonly [value: string, text: string])[] }) {
  return (
    <FieldFrame label={label} {...(help !== undefined && { help })} fault={fault}>
      {(control) => (
        <select {...control} {...rest}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** The error of an input in a refusal, by the last part of its path. */
export function faultOf(problem: Problem | undefined, name: string): string | undefined {
  return problem?.fields.find(({ path }) => path.split('.').at(-1) === name)?.detail;
}
