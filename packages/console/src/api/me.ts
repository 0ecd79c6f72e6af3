import { createContext, useContext } from 'react';
import { consolePath } from './base';
import { refreshSession } from './session-fetch';
import { timeLimit } from './time-limit';

/** The human who is signed in, and what the console shows them. */
export interface Me {
  readonly account: { readonly provider: string; readonly subject: string };
  readonly isOperator: boolean;
}

/** Reads who is signed in. Without a session the page leaves for the sign-in, and there is no answer. */
export async function loadMe(): Promise<Me | undefined> {
  const read = (): Promise<Response> =>
    fetch(`${consolePath}/me`, { headers: { 'x-ats-console': '1' }, signal: timeLimit() });
  let response = await read();
  if (response.status === 401) {
    if (!(await refreshSession())) return undefined;
    response = await read();
  }
  if (!response.ok) throw new Error(`the service answered with status ${String(response.status)}`);
  return (await response.json()) as Me;
}

export const MeContext = createContext<Me | undefined>(undefined);

export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('useMe is used outside the signed-in part');
  return me;
}
