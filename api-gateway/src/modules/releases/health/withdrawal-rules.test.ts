import type { VisitorCounts } from '@mahlzeit/contract/rules';
import { shouldWithdraw } from './withdrawal-rules';
import type { WithdrawalFacts } from './withdrawal-rules';

const counts = (failures: number, visitors: number): VisitorCounts => ({ failures, visitors });

const facts = (
  byAddress: readonly VisitorCounts[],
  before: VisitorCounts,
  hasSeveralAddresses = byAddress.length > 1,
): WithdrawalFacts => ({ byAddress, before, hasSeveralAddresses });

/** Returns counts of visitors from several IP addresses, one visitor each. */
const scatteredFailures = (failures: number, visitors: number): VisitorCounts[] =>
  Array.from({ length: visitors }, (_, index) => counts(index < failures ? 1 : 0, 1));

const countsWithoutVisitors = counts(0, 0);
const countsWithoutFailures = counts(0, 5_000);

it.each<readonly [title: string, situation: WithdrawalFacts, isWithdrawn: boolean]>([
  ['keeps a release that fails for 19 visitors', facts(scatteredFailures(19, 19), countsWithoutFailures), false],
  ['takes back a release that fails for 20 visitors', facts(scatteredFailures(20, 20), countsWithoutFailures), true],
  [
    'takes back a release that fails for 20 of 600 visitors',
    facts(scatteredFailures(20, 600), countsWithoutFailures),
    true,
  ],
  [
    'keeps a release that fails exactly three times as often',
    facts(scatteredFailures(30, 100), counts(100, 1_000)),
    false,
  ],
  ['takes back a release that fails more often', facts(scatteredFailures(31, 100), counts(100, 1_000)), true],
  [
    'keeps a release that fails as often as the bad one before',
    facts(scatteredFailures(40, 50), counts(400, 500)),
    false,
  ],
  [
    'compares with one of a hundred when the one before never failed',
    facts(scatteredFailures(20, 667), countsWithoutFailures),
    false,
  ],
  [
    'compares with one of a hundred when nobody has seen the one before',
    facts(scatteredFailures(20, 667), countsWithoutVisitors),
    false,
  ],
  [
    'takes back a release whose predecessor nobody has seen',
    facts(scatteredFailures(20, 20), countsWithoutVisitors),
    true,
  ],
  ['ignores the rate of a predecessor with 19 visitors', facts(scatteredFailures(20, 40), counts(19, 19)), true],
  ['believes the rate of a predecessor with 20 visitors', facts(scatteredFailures(20, 40), counts(20, 20)), false],
])('%s', (_title, situation, isWithdrawn) => {
  expect(shouldWithdraw(situation)).toBe(isWithdrawn);
});

describe('visitors of one address', () => {
  const attacker = counts(1_000, 1_000);

  it.each<readonly [title: string, situation: WithdrawalFacts, isWithdrawn: boolean]>([
    [
      'withdraw nothing while others have no failure',
      facts([attacker, ...scatteredFailures(0, 5)], countsWithoutFailures),
      false,
    ],
    [
      'withdraw nothing while nobody else has loaded the release',
      facts([attacker], countsWithoutFailures, true),
      false,
    ],
    [
      'withdraw nothing with one failure of others',
      facts([attacker, ...scatteredFailures(1, 3)], countsWithoutFailures),
      false,
    ],
    [
      'withdraw nothing with rare failures of others',
      facts([attacker, ...scatteredFailures(3, 100)], countsWithoutFailures),
      false,
    ],
    [
      'count in full once others fail, too',
      facts([counts(18, 18), ...scatteredFailures(2, 2)], countsWithoutFailures),
      true,
    ],
    [
      'count alone where the remote has had visitors of this address alone',
      facts([counts(20, 20)], countsWithoutFailures),
      true,
    ],
  ])('%s', (_title, situation, isWithdrawn) => {
    expect(shouldWithdraw(situation)).toBe(isWithdrawn);
  });
});
