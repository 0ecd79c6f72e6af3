/** The errors of single inputs in a refusal, by their paths. */
interface FieldErrors {
  readonly fields: readonly { readonly path: string; readonly detail: string }[];
}

/** Members of a request that contain the inputs of a form. */
const CONTAINERS = ['', 'input.', 'input.terms.'];

/** The error of an input in a refusal, by its path in the form: `steps.0.priceStamps`. */
export function errorAt(problem: FieldErrors | undefined, path: string): string | undefined {
  const paths = CONTAINERS.map((container) => `${container}${path}`);
  return problem?.fields.find((field) => paths.includes(field.path))?.detail;
}
