import { closingPlanOf } from './closing-rules';

describe('closing for today', () => {
  const time = (start: string, end: string) => ({ start, end, restTimeTypeKey: null });
  const justToday = time('2026-06-24', '2026-06-24');

  it.each([
    ['that is open', null, { kind: 'open', next: justToday, replaces: null }],
    ['whose holidays are over', time('2026-06-01', '2026-06-23'), { kind: 'open', next: justToday, replaces: null }],
    ['that is closed today', justToday, { kind: 'closed', closedUntil: null }],
    ['in its holidays', time('2026-06-20', '2026-06-30'), { kind: 'closed', closedUntil: '2026-06-30' }],
    [
      'whose holidays begin tomorrow: they begin today',
      time('2026-06-25', '2026-06-30'),
      { kind: 'open', next: time('2026-06-24', '2026-06-30'), replaces: null },
    ],
    [
      'whose holidays come later: they would be lost',
      time('2026-07-01', '2026-07-10'),
      { kind: 'open', next: justToday, replaces: time('2026-07-01', '2026-07-10') },
    ],
  ])('a place %s', (_, restTime, expected) => {
    expect(closingPlanOf(restTime, '2026-06-24')).toEqual(expected);
  });
});
