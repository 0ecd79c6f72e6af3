import type { SubmitEvent, ReactNode } from 'react';
import type { Problem } from '../api/problem';
import { Button } from './button';
import { Dialog } from './dialog';
import { ProblemNotice } from './notice';

interface Props {
  readonly title: string;
  /** The name of the act, on its button. */
  readonly submit: string;
  readonly isDanger?: boolean;
  readonly act: { readonly isRunning: boolean; readonly problem: Problem | undefined };
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** What the act costs and causes, and its inputs. */
  readonly children: ReactNode;
}

/** Asks for an act: its inputs, its consequence, and its error where it happened. */
export function ActDialog({ title, submit, isDanger = false, act, onSubmit, onClose, children }: Props) {
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!act.isRunning) onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={send} className="space-y-4">
        {children}
        {act.problem && <ProblemNotice problem={act.problem} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={isDanger ? 'danger' : 'primary'} isBusy={act.isRunning}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
