import { signIn, consolePath } from '../../api/base';
import { Button } from '../../ui/button';

/** The page after a sign-out. It shows nothing of anybody. */
export function Screen() {
  const again = (): void => {
    history.replaceState(undefined, '', consolePath);
    signIn();
  };
  return (
    <main className="mx-auto max-w-md p-8 text-center">
      <h1 className="mb-2 text-2xl font-semibold">You are signed out</h1>
      <p className="mb-4 text-muted">Your agents and their credentials stay active.</p>
      <Button kind="primary" onClick={again}>
        Sign in again
      </Button>
    </main>
  );
}
