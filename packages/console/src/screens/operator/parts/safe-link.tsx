/** An address that a counterparty wrote. Only an address of the web is a link, and its whole text is shown. */
export function SafeLink({ uri }: { readonly uri: string }) {
  if (!/^https?:\/\//i.test(uri)) return <span className="break-all">{uri}</span>;
  return (
    <a href={uri} rel="noreferrer noopener" target="_blank" className="break-all text-accent hover:underline">
      {uri}
    </a>
  );
}
