/** The JSON of objects that never change and that many answers contain, such as the schema. */
const prepared = new WeakMap<object, Buffer>();

/** Stores the JSON of an object, so that no answer with it is serialized again. */
export function prepareJson(value: object, json: string): void {
  prepared.set(value, Buffer.from(json));
}

export function preparedJsonOf(value: unknown): Buffer | undefined {
  return typeof value === 'object' && value !== null ? prepared.get(value) : undefined;
}
