import { useState } from 'react';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { Button } from '../../ui/button';
import { faultOf, Field } from '../../ui/field';
import { HomeRename } from './home.documents';

/** Renames the principal. Counterparties see the name. */
export function Rename() {
  const { principalKey, displayName, isOwner } = usePrincipal();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState(displayName);
  const act = useAct(HomeRename, `rename ${principalKey}`);
  const submit = async (): Promise<void> => {
    if (await act.run({ input: { principalKey, displayName: name } })) setOpen(false);
  };
  if (!isOwner) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      {isOpen && (
        <ActDialog
          title="Rename the principal"
          submit="Rename"
          act={act}
          onSubmit={() => void submit()}
          onClose={() => setOpen(false)}
        >
          <Field
            label="Name"
            help="Counterparties see this name."
            required
            maxLength={120}
            value={name}
            onChange={({ target }) => setName(target.value)}
            fault={faultOf(act.problem, 'displayName')}
          />
        </ActDialog>
      )}
    </>
  );
}
