import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { errorCatalogue, type CatalogueEntry } from '../../domain/errors/catalogue';
import { Refusal } from '../../domain/errors/errors';
import { pathPrefix } from '../../domain/url';
import type { Settings } from '../../settings/settings';
import { addPublicFiles, OPENAPI_PATH } from './public-files';
import { HTML, serveFiles, type StaticFile, text } from './static-files';

const HOUR = 'public, max-age=3600';

// The reference may load only files of this server. Its script sets inline styles.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = (prefix: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Agent Trading Service</title>
    <link rel="stylesheet" href="${prefix}/docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="${prefix}/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="reference"></div>
    <script src="${prefix}/docs/swagger-ui-bundle.js"></script>
    <script src="${prefix}/docs/reference.js"></script>
  </body>
</html>
`;

// "Try it out" is disabled, because a browser form cannot sign requests.
const script = (prefix: string): string => `SwaggerUIBundle({
  url: '${prefix}${OPENAPI_PATH}',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;

/** Renders the page that the `type` of a problem links to (RFC 9457 §3.1.1). */
const errorPage = (code: string, { status, title, meaning, remedy }: CatalogueEntry): string => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${code}</title></head>
  <body>
    <h1>${title}</h1>
    <p><code>${code}</code>, HTTP status ${String(status)}</p>
    <p>${meaning}</p>
    <p><strong>What to do:</strong> ${remedy}</p>
  </body>
</html>
`;

const assets = dirname(createRequire(__filename).resolve('swagger-ui-dist/package.json'));
const asset = (name: string, type: string): StaticFile => ({ type, read: () => readFile(join(assets, name)) });

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

const ERROR = '/errors/:code';

const safe = { 'content-security-policy': POLICY, 'cache-control': HOUR };

type PublicUrl = Pick<Settings, 'publicUrl' | 'publicUrlGiven'>;

const filesOf = (prefix: string): Readonly<Record<string, StaticFile>> => ({
  '/docs': text(page(prefix), HTML),
  '/docs/reference.js': text(script(prefix), SCRIPT_TYPE),
  '/docs/swagger-ui.css': asset('swagger-ui.css', 'text/css; charset=utf-8'),
  '/docs/swagger-ui-bundle.js': asset('swagger-ui-bundle.js', SCRIPT_TYPE),
  '/docs/favicon-32x32.png': asset('favicon-32x32.png', 'image/png'),
});

/** Serves the REST reference and the error pages from files of this package. */
export function addApiDocs(
  app: FastifyInstance,
  allowOnly: (url: string, methods: readonly string[]) => void,
  settings: PublicUrl,
): void {
  const prefix = settings.publicUrlGiven ? pathPrefix(settings.publicUrl) : '';
  serveFiles(app, allowOnly, filesOf(prefix), safe);
  addPublicFiles(app, allowOnly, settings, prefix);
  app.get<{ Params: { readonly code: string } }>(ERROR, (request, reply) => {
    const { code } = request.params;
    if (!Object.hasOwn(errorCatalogue, code)) throw new Refusal('route_not_found');
    return reply
      .headers(safe)
      .type(HTML)
      .send(errorPage(code, errorCatalogue[code as keyof typeof errorCatalogue]));
  });
  allowOnly(ERROR, ['GET', 'HEAD']);
}
