import { useState } from 'react';
import { signOut } from '../api/base';
import { Button } from '../ui/button';

/** Ends the session. Without an answer the session lives, and the page says so. */
export function SignOut() {
  const [state, setState] = useState<'idle' | 'running' | 'failed'>('idle');
  const leave = async (): Promise<void> => {
    setState('running');
    if (!(await signOut())) setState('failed');
  };
  return (
    <>
      <Button className="w-full" isBusy={state === 'running'} onClick={() => void leave()}>
        Sign out
      </Button>
      {state === 'failed' && (
        <p role="alert" className="mt-2 text-bad">
          You are still signed in. The service did not end the session. Try again in a moment.
        </p>
      )}
    </>
  );
}
