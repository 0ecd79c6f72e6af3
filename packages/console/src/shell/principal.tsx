import { Link, type LinkComponentProps, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { createContext, useContext } from 'react';

/** The principal of the page, which its address names. */
export interface OpenPrincipal {
  readonly principalKey: string;
  readonly displayName: string;
  /** A viewer reads everything and changes nothing. */
  readonly isOwner: boolean;
}

export const PrincipalContext = createContext<OpenPrincipal | undefined>(undefined);

export function usePrincipal(): OpenPrincipal {
  const principal = useContext(PrincipalContext);
  if (!principal) throw new Error('usePrincipal is used outside a page of a principal');
  return principal;
}

type GoProps = Omit<LinkComponentProps, 'to' | 'params' | 'search'> & {
  /** The path below the principal: `trades/trd_…`. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
};

/** A link to a page of the same principal. */
export function Go({ to, search, className = 'text-accent hover:underline', ...rest }: GoProps) {
  const { principalKey } = usePrincipal();
  return <Link to={`/${principalKey}/${to}`} search={search ?? {}} className={className} {...rest} />;
}

/** A link within a text. It is underlined, because colour alone does not tell it from the text. */
export function TextLink(props: Omit<GoProps, 'className'>) {
  return <Go className="text-accent underline" {...props} />;
}

/** A link by the title of a row. */
export function TitleLink(props: Omit<GoProps, 'className'>) {
  return <Go className="font-medium text-accent hover:underline" {...props} />;
}

/** Navigates to a page of the same principal. */
export function useGo(): (to: string, search?: Readonly<Record<string, string>>) => void {
  const { principalKey } = usePrincipal();
  const navigate = useNavigate();
  return (to, search = {}) => void navigate({ to: `/${principalKey}/${to}`, search });
}

/** A parameter of the path of the page. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string>> = useParams({ strict: false });
  return params[name] ?? '';
}

/** The filters of the page, which are in its address, and a function that changes some of them. */
export function useFilters(): readonly [
  Readonly<Record<string, string | undefined>>,
  (change: Readonly<Record<string, string | undefined>>) => void,
] {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: Readonly<Record<string, string | undefined>>): void => {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== ''),
    );
    void navigate({ to: '.', search: next, replace: true });
  };
  return [search, set];
}
