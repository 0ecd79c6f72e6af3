/** An address that others wrote. Only web addresses are links, and the whole address is shown. */
export function OutsideLink({ to }: { readonly to: string }) {
  const isWeb = URL.canParse(to) && /^https?:$/.test(new URL(to).protocol);
  if (!isWeb) return <code className="text-xs break-all">{to}</code>;
  return (
    <a href={to} target="_blank" rel="noreferrer noopener" className="break-all text-accent hover:underline">
      {to} <span className="break-normal text-muted">(opens another site)</span>
    </a>
  );
}
