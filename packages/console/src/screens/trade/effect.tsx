import { Money } from '../../ui/money';
import type { AllowedAction } from './types';

/** What an act costs and brings, before its button. */
export function EffectOf({ action: { costStamps, bondStamps, consequence } }: { readonly action: AllowedAction }) {
  const { preview } = consequence;
  return (
    <p>
      {costStamps === 0 && bondStamps === 0 && !preview && 'It costs nothing. '}
      {costStamps > 0 && (
        <>
          Costs <Money stamps={costStamps} />.{' '}
        </>
      )}
      {bondStamps > 0 && (
        <>
          Reserves <Money stamps={bondStamps} /> of bond.{' '}
        </>
      )}
      {preview && <NetResult stamps={preview.netStamps} />}
    </p>
  );
}

/** The change of the own balances by the whole trade; undefined: not known yet. */
export function NetResult({ stamps }: { readonly stamps: number | undefined }) {
  return (
    stamps !== undefined && (
      <>
        If nobody acts afterwards, your result is <Money isChange stamps={stamps} />.
      </>
    )
  );
}
