import { createClient } from '../../../src/client';
import { startTestApp } from '../../support/app';
import { startNginx } from '../../support/nginx';

test('should answer a signed request behind nginx that passes the Host header on', async () => {
  const app = await startTestApp({ ATS_ROLE: 'api' });
  const nginx = await startNginx(
    ([port]) => `events {}
      http {
        server {
          listen 127.0.0.1:${String(port)};
          location / { proxy_pass ${app.url}; proxy_set_header Host $http_host; }
        }
      }`,
  );
  try {
    const url = `http://127.0.0.1:${String(nginx.ports[0])}`;
    const client = createClient({ url, credential: app.operatorCredential });
    expect(await client.queryOrThrow('{ service { version } }')).toMatchObject({ service: {} });
  } finally {
    await nginx.stop();
    await app.stop();
  }
});
