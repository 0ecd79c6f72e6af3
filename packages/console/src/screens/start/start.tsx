import { servicePath } from '../../api/base';
import type { StartPageQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { TextLink, useFilters, usePrincipal } from '../../shell/principal';
import { Card, PageHeader } from '../../ui/card';
import { Code } from '../../ui/code';
import { Select } from '../../ui/field';
import { Empty, Ready } from '../../ui/notice';
import {
  curlExample,
  type ExampleValues,
  loadEnv,
  mcpConfiguration,
  mcpCredential,
  pythonExample,
  typescriptExample,
} from './examples';
import { StartPage } from './start.documents';

type Principal = NonNullable<StartPageQuery['principal']>;

/** Shown in place of a key that does not exist yet. */
const NO_KEY = 'ak_live_YOUR_KEY';

/** Code that works with the keys of this principal. */
export function Screen() {
  const { principalKey, displayName } = usePrincipal();
  const page = useLive(StartPage, { principalKey });
  return (
    <>
      <PageHeader title="Start here">
        Programs that sign requests for {displayName}. The keys are filled in, and the secret comes from your
        environment.
      </PageHeader>
      <Ready of={page} lines={10}>
        {({ principal }) =>
          principal &&
          (principal.agents.nodes.every(({ retiredAt }) => retiredAt !== null) ? (
            <Empty title="There is no agent yet">
              The examples act as an agent. Register one under <TextLink to="agents">Agents</TextLink>, then come back.
            </Empty>
          ) : (
            <Examples principal={principal} />
          ))
        }
      </Ready>
    </>
  );
}

function Examples({ principal: { agents, credentials } }: { readonly principal: Principal }) {
  const [filters, setFilters] = useFilters();
  const keys = credentials.nodes.filter(({ status }) => status === 'ACTIVE').map(({ apiKey }) => apiKey);
  const active = agents.nodes.filter(({ retiredAt }) => retiredAt === null);
  const agent = active.find(({ agentKey }) => agentKey === filters['agent']) ?? active[0];
  const apiKey = keys.find((key) => key === filters['key']) ?? keys[0] ?? NO_KEY;
  const values: ExampleValues = {
    serviceUrl: location.origin + servicePath,
    apiKey,
    agentKey: agent?.agentKey ?? '',
  };
  return (
    <div className="space-y-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="Agent"
          value={values.agentKey}
          onText={(agent) => setFilters({ agent })}
          options={active.map(({ agentKey, name }) => [agentKey, name ?? agentKey] as const)}
        />
        <Select
          label="Credential"
          value={apiKey}
          onText={(key) => setFilters({ key })}
          options={keys.length > 0 ? keys.map((key) => [key, key] as const) : [[NO_KEY, 'No active credential']]}
          {...(keys.length === 0 && { help: 'Create one under Credentials.' })}
        />
      </div>
      <Card title="1. The secret">
        <p className="mb-2 max-w-prose text-sm text-muted">
          The service shows the secret of a credential once. If you do not have it, create a further one under{' '}
          <TextLink to="credentials">Credentials</TextLink>.
        </p>
        <Code label="Shell: load the secret" text={loadEnv(apiKey)} />
      </Card>
      <Card title="2. With curl and openssl">
        <Code label="Example for the shell" text={curlExample(values)} />
      </Card>
      <Card title="3. With TypeScript">
        <p className="mb-2 max-w-prose text-sm text-muted">
          The package is in the repository of the service: <code>npm pack --workspace agent-trading-client</code> writes
          a file that you install with npm. It signs each request and follows events.
        </p>
        <Code label="Example in TypeScript" text={typescriptExample(values)} />
      </Card>
      <Card title="4. With Python">
        <p className="mb-2 max-w-prose text-sm text-muted">Python 3.9 or later, without packages.</p>
        <Code label="Example in Python" text={pythonExample(values)} />
      </Card>
      <Card title="5. With an AI model (MCP)">
        <p className="mb-2 max-w-prose text-sm text-muted">
          The MCP server gives a model the tools of your agent. It reads the credential from a file, so the model never
          sees the secret. Run this once:
        </p>
        <Code label="Shell: write the credential file" text={mcpCredential(apiKey)} />
        <p className="my-2 max-w-prose text-sm text-muted">
          Add this to your MCP client. It starts in the clone of the repository. The last value is the most that one
          call may commit.
        </p>
        <Code label="MCP configuration" text={mcpConfiguration(values)} />
      </Card>
      <Next />
    </div>
  );
}

function Next() {
  return (
    <Card title="What to read next">
      <ul className="list-disc space-y-1 ps-5">
        <li>
          Try queries in the <TextLink to="workbench">Workbench</TextLink>. If a signature is refused, ask the{' '}
          <TextLink to="doctor">Signature doctor</TextLink>.
        </li>
        <li>
          Watch what happens under <TextLink to="events">Events</TextLink> and{' '}
          <TextLink to="webhooks">Webhooks</TextLink>.
        </li>
        <li>
          The documentation has a tutorial with a first trade (<code>docs/tutorial/first-trade.md</code>) and the rules
          of signing (<code>docs/guides/signing.md</code>).
        </li>
      </ul>
    </Card>
  );
}
