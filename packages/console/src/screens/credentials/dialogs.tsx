import { useAct } from '../../api/hooks';
import { ActDialog } from '../../ui/act-dialog';
import { Time } from '../../ui/time';
import { CredentialsRevoke, CredentialsRotate } from './credentials.documents';

/** A new pair. Its secret exists only in the answer. */
export interface Issued {
  readonly apiKey: string;
  readonly signingSecret: string;
}

export interface DialogProps {
  readonly principalKey: string;
  readonly onIssued: (issued: Issued) => void;
  readonly onClose: () => void;
}

/** Asks for a rotation, which ends every other credential. */
export function RotateDialog({ principalKey, onIssued, onClose }: DialogProps) {
  const act = useAct(CredentialsRotate, `rotate credentials ${principalKey}`);
  const send = () => act.run({ input: { principalKey } });
  return (
    <ActDialog
      title="Rotate all credentials"
      submit="Rotate and revoke the others"
      isDanger
      act={act}
      onSubmit={send}
      onClose={onClose}
      onDone={(data) => onIssued(data.rotateCredential.credential)}
    >
      <p>
        The principal gets one new credential. <strong>All its other credentials are revoked at once.</strong> Programs
        that use them stop working until they have the new one.
      </p>
      <p className="text-sm text-muted">This is free. Use it if a secret is lost or known to others.</p>
    </ActDialog>
  );
}

interface RevokeProps extends Omit<DialogProps, 'onIssued'> {
  readonly credentialId: string;
  readonly apiKey: string;
  readonly lastUsedAt: string | null;
}

/** Asks for the end of one credential. */
export function RevokeDialog({ principalKey, credentialId, apiKey, lastUsedAt, onClose }: RevokeProps) {
  const act = useAct(CredentialsRevoke, `revoke ${credentialId}`);
  const send = () => act.run({ input: { principalKey, credentialId } });
  return (
    <ActDialog
      title="Revoke a credential"
      submit="Revoke credential"
      isDanger
      act={act}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        <code className="font-mono text-sm break-all">{apiKey}</code> stops working at once, and its connections are
        closed. This cannot be undone.
      </p>
      <p className="text-sm text-muted">
        {lastUsedAt === null ? (
          'It was never used.'
        ) : (
          <>
            Its last use: <Time at={lastUsedAt} isReal />.
          </>
        )}
      </p>
    </ActDialog>
  );
}
