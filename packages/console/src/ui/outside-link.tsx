/** An address that others wrote: a link if it is http or https, text otherwise. It shows the whole address. */
export function OutsideLink({ url }: { readonly url: string }) {
  if (!/^https?:\/\//i.test(url)) return <span className="break-all">{url}</span>;
  return (
    <a href={url} rel="noreferrer noopener" target="_blank" className="break-all text-accent hover:underline">
      {url}
    </a>
  );
}
