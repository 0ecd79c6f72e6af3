import { useState } from 'react';
import type { TypedDocumentNode } from 'urql';
import { useAct } from '../../api/hooks';
import { ActDialog } from '../../ui/act-dialog';
import { Field, errorOf } from '../../ui/field';
import { Money } from '../../ui/money';
import { WalletFund, WalletReleaseBond, WalletReserveBond, WalletReturn } from './wallet.documents';

type MoveDocument = TypedDocumentNode<
  unknown,
  { readonly input: { readonly principalKey: string; readonly amountStamps: number } }
>;

/** A move of stamps between two balances. */
interface Move {
  readonly document: MoveDocument;
  readonly title: string;
  readonly submit: string;
  readonly from: BalanceName;
  readonly to: BalanceName;
  readonly consequence: string;
}

export type BalanceName = 'Your wallet' | 'Tickets' | 'Available bond';
export type Balances = Readonly<Record<BalanceName, number>>;

export const moves = {
  fundPrincipal: {
    document: WalletFund,
    title: 'Move stamps from your wallet',
    submit: 'Move to tickets',
    from: 'Your wallet',
    to: 'Tickets',
    consequence: 'The stamps then belong to the principal. All its owners and its agents can spend them.',
  },
  returnFunds: {
    document: WalletReturn,
    title: 'Move stamps to your wallet',
    submit: 'Move to wallet',
    from: 'Tickets',
    to: 'Your wallet',
    consequence: 'The stamps leave the principal and belong to you. This needs a sign-in of the last 5 minutes.',
  },
  reserveBond: {
    document: WalletReserveBond,
    title: 'Reserve bond',
    submit: 'Reserve bond',
    from: 'Tickets',
    to: 'Available bond',
    consequence: 'Trades take their bond from here first. A fault can cost part of the bond of a trade.',
  },
  releaseBond: {
    document: WalletReleaseBond,
    title: 'Release bond',
    submit: 'Release bond',
    from: 'Available bond',
    to: 'Tickets',
    consequence: 'Only available bond moves. The bond of open trades stays reserved until they are settled.',
  },
} as const satisfies Record<string, Move>;

export type MoveName = keyof typeof moves;

interface Props {
  readonly name: MoveName;
  readonly principalKey: string;
  readonly balances: Balances;
  readonly onClose: () => void;
}

/** Asks for an amount, and shows both balances as they will be. */
export function MoveDialog({ name, principalKey, balances, onClose }: Props) {
  const { document, title, submit, from, to, consequence }: Move = moves[name];
  const act = useAct(document, `${name} ${principalKey}`);
  const [text, setText] = useState('');
  const amountStamps = Number(text);
  const isWhole = Number.isSafeInteger(amountStamps) && amountStamps > 0;
  const send = () => act.run({ input: { principalKey, amountStamps } });
  return (
    <ActDialog title={title} submit={submit} act={act} onSubmit={send} onClose={onClose}>
      <p>{consequence} No fee is taken.</p>
      <Field
        label="Amount in stamps"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        required
        value={text}
        onText={setText}
        error={errorOf(act.problem, 'amountStamps')}
        help={`At most ${String(balances[from])}.`}
      />
      <table className="w-full text-sm">
        <caption className="sr-only">The balances before and after</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col">Balance</th>
            <th scope="col" className="text-end">
              Now
            </th>
            <th scope="col" className="text-end">
              Then
            </th>
          </tr>
        </thead>
        <tbody>
          {(
            [
              [from, -1],
              [to, 1],
            ] as const
          ).map(([balance, sign]) => (
            <tr key={balance} className="border-t border-line">
              <th scope="row" className="py-1.5 font-normal">
                {balance}
              </th>
              <td className="text-end">
                <Money stamps={balances[balance]} isBare />
              </td>
              <td className="text-end">
                <Money stamps={balances[balance] + (isWhole ? sign * amountStamps : 0)} isBare />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ActDialog>
  );
}
