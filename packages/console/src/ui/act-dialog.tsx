import type { SubmitEvent, ReactNode } from 'react';
import type { Problem } from '../api/problem';
import { Button } from './button';
import { Dialog } from './dialog';
import { setDone } from './done';
import { ProblemNotice } from './notice';

interface Props<Data> {
  readonly title: string;
  /** The name of the act, on its button. */
  readonly submit: string;
  readonly isDanger?: boolean;
  /** False: the act is not possible any more. The inputs stay, and cannot be sent. */
  readonly isOffered?: boolean;
  readonly act: {
    readonly isRunning: boolean;
    readonly problem: Problem | undefined;
    readonly wasDoneBefore: () => boolean;
  };
  /** Sends the act. The dialog closes after an answer, and stays without one. */
  readonly onSubmit: () => Promise<Data | undefined>;
  readonly onClose: () => void;
  /** Called with the answer, after the dialog has closed. */
  readonly onDone?: (data: Data) => void;
  /** What the act costs and causes, and its inputs. */
  readonly children: ReactNode;
}

/**
 * Asks for an act: its inputs, its consequence, and its error where it happened.
 *
 * It stays until the answer: a human who closed it would take the act for cancelled, and would not see its refusal.
 */
export function ActDialog<Data>(props: Props<Data>) {
  const { title, submit, isDanger = false, isOffered = true, act, onSubmit, onClose, onDone, children } = props;
  const send = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = act.isRunning ? undefined : await onSubmit();
    if (data === undefined) return;
    // A page that was left meanwhile may show another dialog, which stays.
    if (form.isConnected) onClose();
    setDone({ title, wasBefore: act.wasDoneBefore() });
    onDone?.(data);
  };
  return (
    <Dialog title={title} canClose={!act.isRunning} onClose={onClose}>
      <form onSubmit={(event) => void send(event)} className="space-y-4">
        {children}
        {/* The page can show the effect of a running act before its answer. */}
        {!isOffered && !act.isRunning && (
          <p role="alert" className="rounded-md border border-warn bg-warn-soft p-3 text-sm text-warn">
            This act is not possible any more. Copy what you still need, and close the form.
          </p>
        )}
        {act.problem && <ProblemNotice problem={act.problem} />}
        <div className="flex justify-end gap-2">
          <Button disabled={act.isRunning} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind={isDanger ? 'danger' : 'primary'} disabled={!isOffered} isBusy={act.isRunning}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
