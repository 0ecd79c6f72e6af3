import { useState } from 'react';
import { useAct } from '../../../api/hooks';
import { ActDialog } from '../../../ui/act-dialog';
import { errorOf, Field } from '../../../ui/field';
import { formatExact } from '../../../ui/time';
import { localInput } from '../../trading/span';
import { AnnouncePolicy } from './policies.documents';
import type { Policy } from './policy-text';

const NOTICE_MS = 24 * 3_600_000;
/** The suggested time leaves room to read the text before the announcement. */
const SLACK_MS = 3_600_000;

interface Props {
  readonly policy: Policy;
  readonly current: string;
  readonly serverTime: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Announces a policy for new trades, at least 24 hours ahead. */
export function ActivateDialog({ policy, current, serverTime, onDone, onClose }: Props) {
  const { version, ruleVersion } = policy;
  const [earliest] = useState(() => new Date(serverTime).getTime() + NOTICE_MS);
  const [at, setAt] = useState(() => localInput(new Date(earliest + SLACK_MS).toISOString()));
  const act = useAct(AnnouncePolicy, `announce ${version}`);
  const effective = at === '' ? undefined : new Date(at);
  const send = async () => {
    if (!effective) return undefined;
    return act.run({ input: { policyVersion: version, effectiveAt: effective.toISOString() } });
  };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <ActDialog
      title={`Announce ${version}`}
      submit="Announce to all principals"
      isDanger
      act={act}
      onSubmit={send}
      onClose={onClose}
      onDone={onDone}
    >
      <Field
        label="Effective at"
        help={`Your local time, ${zone}. The service wants at least 24 hours: after ${formatExact(new Date(earliest).toISOString())}.`}
        type="datetime-local"
        required
        value={at}
        onText={setAt}
        error={errorOf(act.problem, 'effectiveAt')}
      />
      <div className="rounded-md bg-raised p-3 text-sm">
        <p className="font-medium">What follows</p>
        <ul className="mt-1 list-disc ps-5">
          <li>Every principal gets an event about it now.</li>
          {effective && (
            <li>
              Trades created from {formatExact(effective.toISOString())} on have {version} and {ruleVersion}. That is{' '}
              {effective.toISOString()} in UTC.
            </li>
          )}
          <li>Trades created before keep their policy until they are settled. Now new trades get {current}.</li>
          <li>It cannot be taken back. Only a later announcement, with its own notice, replaces it.</li>
          <li>
            A process with the setting <code>ATS_POLICY_VERSION</code> of another policy does not start again in
            production. Unset it before.
          </li>
        </ul>
      </div>
    </ActDialog>
  );
}
