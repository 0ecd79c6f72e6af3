import { type SubmitEvent, useState } from 'react';
import { servicePath } from '../../api/base';
import { State } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, PageHeader } from '../../ui/card';
import { serviceNow } from '../../ui/clock';
import { Code } from '../../ui/code';
import { bindTo, Field, TextField } from '../../ui/field';
import { Empty } from '../../ui/notice';
import { type Diagnosis, diagnose, type SentRequest } from './diagnose';

const MONO = 'w-full rounded-md border border-line bg-ground px-3 py-2 font-mono text-xs leading-relaxed';

/** Says why the service refuses the signature of a request. */
export function Screen() {
  const [diagnosis, setDiagnosis] = useState<Diagnosis>();
  return (
    <>
      <PageHeader title="Signature doctor">
        Paste a request that the service refused. The browser examines it here, and sends nothing.
      </PageHeader>
      <div className="grid gap-4 xl:grid-cols-2">
        <RequestForm onExamine={(request) => void diagnose(request, serviceNow()).then(setDiagnosis)} />
        <Card title="Findings" className="min-w-0">
          {diagnosis ? <Findings of={diagnosis} /> : <Empty title="Nothing was examined yet">They appear here.</Empty>}
        </Card>
      </div>
    </>
  );
}

function RequestForm({ onExamine }: { readonly onExamine: (request: SentRequest) => void }) {
  const [request, setRequest] = useState<SentRequest>(() => ({
    method: 'POST',
    url: `${location.origin}${servicePath}/graphql`,
    headers: '',
    body: '',
    secret: '',
  }));
  const bind = bindTo(request, (change) => setRequest({ ...request, ...change }));
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    onExamine(request);
  };
  return (
    <Card title="Request" className="min-w-0">
      <form onSubmit={send} className="space-y-3" autoComplete="off">
        <div className="grid gap-3 sm:grid-cols-[8rem_1fr]">
          <Field label="Method" required {...bind('method')} />
          <Field label="Address" required inputMode="url" {...bind('url')} />
        </div>
        <TextField
          label="Headers"
          help="One in a line, with Signature-Input and Signature."
          rows={7}
          spellCheck={false}
          className={MONO}
          {...bind('headers')}
        />
        <TextField
          label="Body (optional)"
          help="Exactly the bytes that were sent."
          rows={4}
          spellCheck={false}
          className={MONO}
          {...bind('body')}
        />
        <Field
          label="Signing secret (optional)"
          type="password"
          autoComplete="off"
          help="To compare the signature itself. It stays in this form."
          {...bind('secret')}
        />
        <Button type="submit" kind="primary">
          Examine
        </Button>
      </form>
    </Card>
  );
}

function Findings({ of: { findings, base } }: { readonly of: Diagnosis }) {
  const errors = findings.filter(({ isError }) => isError).length;
  return (
    <div className="space-y-4">
      <p role="status" className="font-medium">
        {errors === 0 ? 'No error found.' : `Errors: ${errors}`}
      </p>
      <ul className="divide-y divide-line">
        {findings.map(({ isError, text }) => (
          <li key={text} className="flex flex-wrap items-baseline gap-2 py-1.5 text-sm">
            <State code={isError ? 'error' : 'ok'} tone={isError ? 'bad' : 'good'} />
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ul>
      {base !== undefined && (
        <section>
          <h3 className="mb-1 text-sm text-muted">The text that must be signed</h3>
          <Code label="Signature base" text={base} />
        </section>
      )}
      <p className="text-sm text-muted">
        A right signature can be refused too: the credential may be revoked, or belong to another service.
      </p>
    </div>
  );
}
