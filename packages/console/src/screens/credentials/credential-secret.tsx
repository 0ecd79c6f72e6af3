import { servicePath } from '../../api/base';
import { SecretOnce } from '../../ui/secret';

interface Props {
  readonly issued: { readonly apiKey: string; readonly signingSecret: string };
  readonly onClose: () => void;
}

/** Shows the signing secret of a new credential. */
export function CredentialSecret({ issued: { apiKey, signingSecret }, onClose }: Props) {
  return (
    <SecretOnce
      title="Your new credential"
      purpose="Your programs sign their requests with this pair. It can spend the stamps of the principal."
      parts={[
        { label: 'Service', name: 'SERVICE_URL', value: location.origin + servicePath, isHidden: true },
        { label: 'API key', name: 'API_KEY', value: apiKey },
        { label: 'Signing secret', name: 'SIGNING_SECRET', value: signingSecret },
      ]}
      fileName={`${apiKey}.env`}
      onClose={onClose}
    />
  );
}
