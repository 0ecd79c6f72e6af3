import { type SubmitEvent, type KeyboardEvent, useState } from 'react';
import { usePrincipal } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card, PageHeader } from '../../ui/card';
import { Code } from '../../ui/code';
import { Select, TextField } from '../../ui/field';
import { Key } from '../../ui/key';
import { Empty } from '../../ui/notice';
import { type Entry, useHistory } from './history';
import { RequestLog } from './request-log';
import { type Answer, readVariables, runQuery } from './run';
import { samples } from './samples';

const MONO =
  'w-full rounded-md border border-line bg-ground px-3 py-2 font-mono text-xs leading-relaxed aria-invalid:border-bad';
const [FIRST = ''] = Object.values(samples);

const summaryOf = ({ requestId, durationMs, hasErrors }: Answer): Omit<Entry, 'query' | 'variables' | 'at'> => ({
  requestId,
  durationMs,
  hasErrors,
});

/** Runs queries that the reader writes. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const history = useHistory(principalKey);
  const [query, setQuery] = useState(FIRST);
  const [variables, setVariables] = useState(() => JSON.stringify({ principalKey }, undefined, 2));
  const [answer, setAnswer] = useState<Answer | 'unreachable'>();
  const [isRunning, setRunning] = useState(false);
  const { object, error } = readVariables(variables);
  const run = async (): Promise<void> => {
    if (!object || isRunning) return;
    setRunning(true);
    const at = new Date().toISOString();
    const got = await runQuery(query, object).catch(() => 'unreachable' as const);
    setAnswer(got);
    history.add({ query, variables, at, ...(got === 'unreachable' ? { hasErrors: true } : summaryOf(got)) });
    setRunning(false);
  };
  const load = (entry: Entry): void => {
    setQuery(entry.query);
    setVariables(entry.variables);
  };
  return (
    <>
      <PageHeader title="Workbench">
        GraphQL queries with your rights. Nothing is changed here: mutations and subscriptions are refused.
      </PageHeader>
      <div className="grid gap-4 xl:grid-cols-2">
        <div className="min-w-0 space-y-4">
          <Editor
            {...{ query, variables, error, isRunning }}
            onQuery={setQuery}
            onVariables={setVariables}
            onRun={() => void run()}
          />
          <RequestLog entries={history.entries} onLoad={load} onClear={history.clear} />
        </div>
        <AnswerCard answer={answer} />
      </div>
    </>
  );
}

interface EditorProps {
  readonly query: string;
  readonly variables: string;
  /** The error of the variables. */
  readonly error: string | undefined;
  readonly isRunning: boolean;
  readonly onQuery: (query: string) => void;
  readonly onVariables: (variables: string) => void;
  readonly onRun: () => void;
}

function Editor({ query, variables, error, isRunning, onQuery, onVariables, onRun }: EditorProps) {
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    onRun();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onRun();
  };
  const sample = Object.entries(samples).find(([, text]) => text === query)?.[0] ?? '';
  return (
    <Card title="Query">
      <form onSubmit={send} onKeyDown={onKeyDown} className="space-y-3">
        <Select
          label="Example"
          value={sample}
          onText={(name) => onQuery(samples[name] ?? query)}
          options={[['', 'Your own query'], ...Object.keys(samples).map((name) => [name, name] as const)]}
        />
        <TextField label="GraphQL" rows={14} spellCheck={false} className={MONO} value={query} onText={onQuery} />
        <TextField
          label="Variables (JSON)"
          rows={3}
          spellCheck={false}
          className={MONO}
          value={variables}
          onText={onVariables}
          error={error}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" isBusy={isRunning} disabled={error !== undefined}>
            Run query
          </Button>
          <span className="text-sm text-muted">or Ctrl+Enter</span>
        </div>
      </form>
    </Card>
  );
}

function AnswerCard({ answer }: { readonly answer: Answer | 'unreachable' | undefined }) {
  return (
    <Card title="Answer" className="min-w-0">
      {answer === undefined && <Empty title="Nothing was run yet">The answer appears here.</Empty>}
      {answer === 'unreachable' && <p className="text-bad">The service did not answer. Try again.</p>}
      {typeof answer === 'object' && (
        <>
          <p role="status" className="mb-3 flex flex-wrap items-center gap-3 text-sm">
            <State code={answer.hasErrors ? 'With errors' : 'OK'} tone={answer.hasErrors ? 'bad' : 'good'} />
            <span className="tabular-nums">{answer.durationMs} ms</span>
            {answer.requestId !== undefined && (
              <span>
                Request <Key of={answer.requestId} />
              </span>
            )}
            {answer.readsLeft !== undefined && (
              <span className="text-muted">{answer.readsLeft} reads left in this minute</span>
            )}
          </p>
          <Code label="Answer as JSON" text={answer.text} />
        </>
      )}
    </Card>
  );
}
