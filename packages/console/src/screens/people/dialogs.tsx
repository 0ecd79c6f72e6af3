import { useState } from 'react';
import { consolePath } from '../../api/base';
import type { PeoplePageQuery } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { useMe } from '../../api/me';
import { ActDialog } from '../../ui/act-dialog';
import { Field, errorOf, Select } from '../../ui/field';
import { PeoplePutBinding, PeopleRemoveBinding, PeopleRename } from './people.documents';

export type Binding = NonNullable<PeoplePageQuery['principal']>['bindings']['nodes'][number];

interface Props {
  readonly principalKey: string;
  readonly onClose: () => void;
}

const CONSEQUENCES = {
  OWNER: 'An owner can spend and move all stamps, issue credentials, and add or remove people, also you.',
  VIEWER: 'A viewer sees everything of the principal, also trades and amounts, and changes nothing.',
} as const;

/** Adds a person, or changes a role. */
export function BindDialog({ principalKey, binding, onClose }: Props & { readonly binding?: Binding }) {
  const { account } = useMe();
  const [provider, setProvider] = useState(binding?.provider ?? account.provider);
  const [subject, setSubject] = useState(binding?.subject ?? '');
  const [role, setRole] = useState<Binding['role']>(binding?.role ?? 'VIEWER');
  const act = useAct(PeoplePutBinding, `bind ${principalKey} ${binding?.bindingId ?? 'new'}`);
  const send = () => act.run({ input: { principalKey, provider, subject, role } });
  const title = binding ? `Role of ${binding.subject}` : 'Add a person';
  return (
    <ActDialog
      title={title}
      submit={binding ? 'Change role' : 'Add person'}
      act={act}
      onSubmit={send}
      onClose={onClose}
    >
      {!binding && (
        <>
          <Field
            label="Name at the sign-in"
            required
            maxLength={255}
            value={subject}
            onText={setSubject}
            error={errorOf(act.problem, 'subject')}
            help="The subject with which the person signs in. It must match exactly. They see it in the menu of this console."
          />
          <Field
            label="Identity provider"
            required
            maxLength={255}
            value={provider}
            onText={setProvider}
            error={errorOf(act.problem, 'provider')}
            help={`You sign in with “${account.provider}”.`}
          />
        </>
      )}
      <Select
        label="Role"
        value={role}
        onText={setRole}
        options={[
          ['VIEWER', 'Viewer: reads everything'],
          ['OWNER', 'Owner: reads and changes everything'],
        ]}
      />
      <p>{CONSEQUENCES[role]}</p>
      <p className="text-sm text-muted">
        This is free and takes effect at once. It needs a sign-in of the last 5 minutes.
      </p>
    </ActDialog>
  );
}

/** Removes a person, which may be the reader. */
export function RemoveDialog({ principalKey, binding, onClose }: Props & { readonly binding: Binding }) {
  const { account } = useMe();
  const act = useAct(PeopleRemoveBinding, `remove ${binding.bindingId}`);
  const isSelf = binding.provider === account.provider && binding.subject === account.subject;
  const send = async () => {
    const data = await act.run({ input: { principalKey, bindingId: binding.bindingId } });
    if (!isSelf || !data) return data;
    // The pages of the principal are closed to the reader from now on.
    location.assign(consolePath);
    return undefined;
  };
  return (
    <ActDialog
      title={isSelf ? 'Leave the principal' : `Remove ${binding.subject}`}
      submit={isSelf ? 'Leave' : 'Remove person'}
      isDanger
      act={act}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {isSelf
          ? 'You lose all access to this principal at once. Only another owner can add you again.'
          : 'The person loses all access to this principal at once. An owner can add them again.'}
      </p>
      <p className="text-sm text-muted">
        Credentials stay active. If this person knows a secret, rotate the credentials too. The last owner cannot be
        removed. This needs a sign-in of the last 5 minutes.
      </p>
    </ActDialog>
  );
}

/** Changes the name that counterparties see. */
export function RenameDialog({ principalKey, displayName, onClose }: Props & { readonly displayName: string }) {
  const [name, setName] = useState(displayName);
  const act = useAct(PeopleRename, `rename ${principalKey}`);
  const send = () => act.run({ input: { principalKey, displayName: name } });
  return (
    <ActDialog title="Rename the principal" submit="Rename" act={act} onSubmit={send} onClose={onClose}>
      <Field
        label="Name"
        required
        maxLength={120}
        value={name}
        onText={setName}
        error={errorOf(act.problem, 'displayName')}
      />
      <p>Counterparties see the new name at once, also in trades that exist already. The key stays the same.</p>
      <p className="text-sm text-muted">This is free.</p>
    </ActDialog>
  );
}
