import { consolePath } from '../api/base';

/** An address that others wrote. A web address is a link to a page that says where it leads. */
export function OutsideLink({ to }: { readonly to: string }) {
  const isWeb = URL.canParse(to) && /^https?:$/.test(new URL(to).protocol);
  if (!isWeb) return <code className="text-xs break-all">{to}</code>;
  return (
    <a
      href={`${consolePath}/leave?to=${encodeURIComponent(to)}`}
      target="_blank"
      rel="noreferrer noopener"
      className="break-all text-accent hover:underline"
    >
      {to} <span className="break-normal text-muted">(another site)</span>
    </a>
  );
}
