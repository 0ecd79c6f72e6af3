/**
 * Lets the getter of a field return the error that it throws. Both executors answer a returned error as one of the field.
 *
 * graphql-jit reads a property after a promise without a catch: an error thrown there would end the process.
 */
export function returnErrorsOf(prototype: object, name: string): void {
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (!property?.get) return;
  Object.defineProperty(prototype, name, {
    ...property,
    get(this: unknown): unknown {
      try {
        return property.get?.call(this) as unknown;
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    },
  });
}
