import { useSearch } from '@tanstack/react-router';
import { Card, Facts } from '../../ui/card';

/** Says where a link of a counterparty leads, before the browser goes there. */
export function Screen() {
  const { to = '' }: { readonly to?: string } = useSearch({ strict: false });
  const address = URL.canParse(to) ? new URL(to) : undefined;
  const isWeb = address !== undefined && /^https?:$/.test(address.protocol);
  return (
    <main className="mx-auto max-w-2xl p-4 pt-16">
      <h1 className="mb-2 text-2xl font-semibold tracking-tight">You leave the console</h1>
      {isWeb ? (
        <>
          <p className="mb-4">
            The service does not know this site. Another party may have chosen the address. Never enter a secret of the
            service there.
          </p>
          <Card>
            <Facts rows={[['Site', <strong className="font-semibold break-all">{address.host}</strong>]]} />
            <p className="mt-3 text-sm text-muted">Address</p>
            <p className="break-all">{address.href}</p>
          </Card>
          <p className="mt-4">
            <a
              href={address.href}
              rel="noreferrer noopener"
              className="inline-flex min-h-9 items-center rounded-md bg-accent px-3 text-sm font-medium break-all text-on-accent"
            >
              Go to {address.host}
            </a>
          </p>
          <p className="mt-3 text-sm text-muted">Close this tab to stay.</p>
        </>
      ) : (
        <p>This is no address of a website. Close this tab.</p>
      )}
    </main>
  );
}
