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
  readonly help?: string | undefined;
  /** The error of this input. */
  readonly error?: string | undefined;
}

interface WithText<Value = string> extends Common {
  /** Called with the text while it is typed, or with the chosen value. */
  readonly onText: (text: Value) => void;
}

interface Frame extends Common {
  readonly children: (control: {
    readonly id: string;
    readonly className: string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string | undefined;
  }) => ReactNode;
}

function FieldFrame({ label, help, error, children }: Frame) {
  const id = useId();
  const notes = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        className: CONTROL,
        'aria-invalid': error !== undefined,
        'aria-describedby': notes === '' ? undefined : notes,
      })}
      {help !== undefined && (
        <p id={`${id}-help`} className="mt-1 text-sm text-muted">
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

type FieldProps = WithText & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'>;

/** An input with its label, its help and its error. */
export function Field({ label, help, error, onText, ...rest }: FieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(control) => <input {...control} onChange={({ target }) => onText(target.value)} {...rest} />}
    </FieldFrame>
  );
}

type TextFieldProps = WithText & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'>;

/** A text of several lines. */
export function TextField({ label, help, error, onText, ...rest }: TextFieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(control) => <textarea rows={4} {...control} onChange={({ target }) => onText(target.value)} {...rest} />}
    </FieldFrame>
  );
}

interface SelectProps<Value extends string>
  extends WithText<Value>, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
}

/** A choice among few values. */
export function Select<Value extends string>({ label, help, error, onText, options, ...rest }: SelectProps<Value>) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(control) => (
        <select {...control} onChange={({ target }) => onText(target.value as Value)} {...rest}>
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

/** Returns a function that binds an input to a member of a draft: its value, its handler and its error. */
export function bindTo<Draft>(
  draft: Draft,
  onChange: (change: Partial<Draft>) => void,
  errorFor: (name: string) => string | undefined = () => undefined,
) {
  return <Name extends keyof Draft & string>(name: Name) => ({
    value: draft[name],
    onText: (text: Draft[Name]): void => onChange({ [name]: text } as unknown as Partial<Draft>),
    error: errorFor(name),
  });
}

/** The error of an input in a refusal, by the last part of its path. */
export function errorOf(problem: Problem | undefined, name: string): string | undefined {
  return problem?.fields.find(({ path }) => path.split('.').at(-1) === name)?.detail;
}
