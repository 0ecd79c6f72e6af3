import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { consolePath } from './api/base';
import { client } from './api/client';
import { loadMe, MeContext } from './api/me';
import './index.css';
import { router } from './router';
import { applyTheme } from './shell/theme';

const RETRY_MS = 2_000;
/** Pages that need no session. */
const PUBLIC_PAGES = ['signed-out', 'leave'];

async function start(): Promise<void> {
  applyTheme();
  const isPublic = PUBLIC_PAGES.some((page) => location.pathname === `${consolePath}/${page}`);
  // Another tab signed out: this one must show nothing more.
  if (!isPublic) new BroadcastChannel('ats-session').onmessage = () => location.assign(`${consolePath}/signed-out`);
  // The code of the screen loads while the session is checked.
  void router.load();
  const me = isPublic ? undefined : await loadMe();
  if (!me && !isPublic) return;
  const element = document.getElementById('root');
  if (!element) throw new Error('the page has no root element');
  createRoot(element).render(
    <StrictMode>
      <MeContext value={me}>
        <Provider value={client}>
          <RouterProvider router={router} />
        </Provider>
      </MeContext>
    </StrictMode>,
  );
}

function retry(): void {
  const element = document.getElementById('root');
  if (element) element.textContent = 'The service does not answer. The page tries again.';
  setTimeout(() => void start().catch(retry), RETRY_MS);
}

start().catch(retry);
