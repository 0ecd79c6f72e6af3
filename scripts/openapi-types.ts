import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const HEAD =
  '/** By openapi-typescript, from openapi.json: `npm run generate`. What a client of the REST paths is typed by. */\n';

/** What `npx openapi-typescript openapi.json` writes, of the file's text. */
export async function openApiTypes(json: string): Promise<string> {
  return HEAD + astToString(await openapiTS(JSON.parse(json) as OpenAPI3));
}
