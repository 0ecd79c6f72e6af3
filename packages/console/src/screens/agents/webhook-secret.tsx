import { type SecretPart, SecretOnce } from '../../ui/secret';

interface Props {
  readonly agentKey: string;
  readonly issued: { readonly version: number; readonly secret: string };
  readonly onClose: () => void;
}

/** Shows the secret with which a receiver verifies the webhooks of an agent. */
export function WebhookSecret({ agentKey, issued: { version, secret }, onClose }: Props) {
  const parts: readonly SecretPart[] = [
    { label: 'Agent', name: 'AGENT_ID', value: agentKey },
    { label: `Webhook secret, version ${String(version)}`, name: `WEBHOOK_SECRET_${String(version)}`, value: secret },
  ];
  return (
    <SecretOnce
      title="Webhook signing key"
      purpose="Your receiver verifies the signature of each webhook with this secret. Without a notification URL you need it later."
      parts={parts}
      fileName={`${agentKey}-webhooks.env`}
      onClose={onClose}
    />
  );
}
