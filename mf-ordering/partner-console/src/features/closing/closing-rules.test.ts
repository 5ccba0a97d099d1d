import { closingPlanOf } from './closing-rules';

describe('closing for today', () => {
  const makeRestTime = (startDay: string, endDay: string) => ({ start: startDay, end: endDay, restTimeTypeKey: null });
  const closureToday = makeRestTime('2026-06-24', '2026-06-24');

  it.each([
    ['that is open', null, { kind: 'open', next: closureToday, replaces: null }],
    [
      'whose holidays are over',
      makeRestTime('2026-06-01', '2026-06-23'),
      { kind: 'open', next: closureToday, replaces: null },
    ],
    ['that is closed today', closureToday, { kind: 'closed', closedUntil: null }],
    ['in its holidays', makeRestTime('2026-06-20', '2026-06-30'), { kind: 'closed', closedUntil: '2026-06-30' }],
    [
      'whose holidays begin tomorrow: they begin today',
      makeRestTime('2026-06-25', '2026-06-30'),
      { kind: 'open', next: makeRestTime('2026-06-24', '2026-06-30'), replaces: null },
    ],
    [
      'whose holidays come later: they would be lost',
      makeRestTime('2026-07-01', '2026-07-10'),
      { kind: 'open', next: closureToday, replaces: makeRestTime('2026-07-01', '2026-07-10') },
    ],
  ])('a place %s', (_, restTime, expectedPlan) => {
    expect(closingPlanOf(restTime, '2026-06-24')).toEqual(expectedPlan);
  });
});
