import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const HEAD = '/** Types of the REST paths, generated from openapi.json by `npm run generate`. */\n';

/** Renders the output of `npx openapi-typescript openapi.json`. */
export async function openApiTypes(json: string): Promise<string> {
  return HEAD + astToString(await openapiTS(JSON.parse(json) as OpenAPI3));
}
