import { lies, regimes, unruledLies } from '../report/lying';
import { lyingPicture, lyingSection } from '../report/lying-page';

/** The share in each regime: v1, then v1.1 with the burns 0, 2,500, 4,500 and 5,000. Null: the lie never stops to pay. */
const shares = (name: string) =>
  regimes.map((regime) => {
    const share = lies.find((lie) => lie.name === name)?.stopsAt(regime);
    return typeof share === 'number' ? share.toFixed(3) : share;
  });

describe('the share of disputes that must be ruled', () => {
  test('for good work called failed it falls from 0.957 to 0', () => {
    expect(shares('good work called failed')).toEqual(['0.957', '0.714', '0.556', '0.200', '0.000']);
  });

  test.each(['good work confirmed as a fifth', 'good work confirmed as three fifths'])(
    'for %s no share is enough in v1, and v1.1 needs the same as for failed work',
    (name) => {
      expect(shares(name)).toEqual([null, '0.714', '0.556', '0.200', '0.000']);
    },
  );

  test.each(['nothing delivered', 'three fifths delivered'])(
    '%s and a rebuttal never pay against the work that the terms ask for',
    (name) => {
      const never = ['0.000', '0.000', '0.000', '0.000', '0.000'];
      expect(shares(`${name}, then rebutted, against the least work`)).toEqual(never);
    },
  );

  test('against all of the work, a provider that delivered nothing pays for its bluff, except without a burn', () => {
    const name = 'nothing delivered, then rebutted, against all of the work';
    expect(shares(name)).toEqual(['0.000', '0.143', '0.000', '0.000', '0.000']);
  });

  test('a rebuttal costs nothing in v1, and pays in v1.1 below 0.778 rulings', () => {
    const name = 'nothing delivered, then rebutted, against no rebuttal';
    expect(shares(name)).toEqual(['0.000', '0.857', '0.778', '0.600', '0.500']);
  });

  test('three fifths of the work and a bluff pay against all of it while few disputes are ruled', () => {
    const name = 'three fifths delivered, then rebutted, against all of the work';
    expect(shares(name)).toEqual(['0.000', '0.657', '0.467', '0.040', '0.000']);
  });
});

test('an unruled lie costs its victim most of the price', () => {
  expect(unruledLies().map(({ liar, victim }) => [liar, victim])).toEqual([
    [1.1, 1.1],
    [0.5, 0.5],
    [0.25, 0.75],
    [0.05, 0.95],
    [0, 1],
  ]);
});

test('the page has a row for each lie, and the picture a bar for each share', () => {
  for (const { name } of lies) expect(lyingSection()).toContain(`| ${name}`);
  expect(lyingSection()).toContain('never stops');
  const picture = lyingPicture();
  expect(picture).toMatch(/^<svg /);
  expect(picture).not.toMatch(/NaN|undefined|Infinity/);
  for (const { name } of lies) expect(picture).toContain(`>${name}</text>`);
});
