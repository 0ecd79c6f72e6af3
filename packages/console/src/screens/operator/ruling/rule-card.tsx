import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Deadline } from '../../../ui/time';
import type { Outcome, RuledStep, RuledTrade } from './money';
import { RuleDialog, type Ruling } from './rule-dialog';

interface Props {
  readonly trade: RuledTrade;
  readonly step: RuledStep;
  readonly outcomes: readonly Outcome[];
  readonly percent: string;
  readonly onPercent: (percent: string) => void;
  readonly reread: () => void;
}

const KEYS: Readonly<Record<string, Ruling>> = { p: 'PASS', f: 'FAIL', c: 'PARTIAL' };

function isElsewhere(event: KeyboardEvent): boolean {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  return isTyping || hasModifier || document.querySelector('dialog[open]') !== null;
}

/** The buttons of the rulings. P, F and C open them. */
export function RuleCard({ trade, step, outcomes, percent, onPercent, reread }: Props) {
  const [ruling, setRuling] = useState<Ruling>();
  const choose = useCallback(
    (chosen: Ruling): void => {
      // A verdict is final, so the dialog starts from what is true now.
      reread();
      setRuling(chosen);
    },
    [reread],
  );
  const canChoose = trade.steps.length > 0 && outcomes.some(({ preview }) => preview.ruleVersion !== 'rules_v1');
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const wanted = KEYS[event.key.toLowerCase()];
      if (wanted === undefined || isElsewhere(event) || (wanted === 'PARTIAL' && !canChoose)) return;
      event.preventDefault();
      choose(wanted);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [canChoose, choose]);
  const evaluate = trade.allowedActions.find(({ operation }) => operation === 'evaluateTrade');
  return (
    <Card title="Your ruling">
      <p className="mb-3 text-muted">
        {evaluate?.ifNotDone && `If you do not rule: ${evaluate.ifNotDone.summary}`}{' '}
        {step.deadlineAt !== null && (
          <>
            Time: <Deadline at={step.deadlineAt} />.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Choice name="Passed" letter="P" onChoose={() => choose('PASS')} />
        <Choice name="Checkpoint stands" letter="F" onChoose={() => choose('FAIL')} />
        {canChoose && <Choice name="Own coverage" letter="C" onChoose={() => choose('PARTIAL')} />}
      </div>
      {ruling !== undefined && (
        <RuleDialog
          trade={trade}
          step={step}
          ruling={ruling}
          outcome={outcomes.find(({ id }) => id === ruling)}
          percent={percent}
          onPercent={onPercent}
          onClose={() => setRuling(undefined)}
          onDone={reread}
        />
      )}
    </Card>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly letter: string;
  readonly onChoose: () => void;
}

function Choice({ name, letter, onChoose }: ChoiceProps) {
  return (
    <Button opensDialog onClick={onChoose} aria-keyshortcuts={letter.toLowerCase()}>
      {name} …
      <kbd aria-hidden="true" className="rounded border border-line px-1 text-xs text-muted">
        {letter}
      </kbd>
    </Button>
  );
}
