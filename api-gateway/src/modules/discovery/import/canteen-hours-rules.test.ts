import { readCanteenHours } from './canteen-hours-rules';

const closed = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };

describe('readCanteenHours', () => {
  it('puts each weekday at its ISO number and leaves the others closed', () => {
    const hours = { mon: { start: '11:00', end: '14:00' }, fri: { start: '8:15', end: '15:00' }, sun: { start: '18:00', end: '02:00' } };
    expect(readCanteenHours(hours)).toEqual({
      week: { ...closed, 1: [{ start: '11:00', end: '14:00' }], 5: [{ start: '08:15', end: '15:00' }], 7: [{ start: '18:00', end: '02:00' }] },
      unread: null,
    });
  });

  it.each([
    [{ tue: { start: '171:00', end: '22:30' } }, 'Di 171:00–22:30'],
    [{ wed: { start: '11:00', end: '25:00' } }, 'Mi 11:00–25:00'],
    [{ thu: { start: '24:00', end: '24:00' } }, 'Do 24:00–24:00'],
    [{ sat: { start: '11:00' } }, 'Sa 11:00–?'],
    [{ daily: { start: '11:00', end: '14:00' } }, 'daily 11:00–14:00'],
  ])('keeps %j as text and never guesses', (hours, unread) => {
    expect(readCanteenHours(hours)).toEqual({ week: closed, unread });
  });

  it('takes midnight as an end', () => {
    expect(readCanteenHours({ mon: { start: '18:00', end: '24:00' } }).week[1]).toEqual([{ start: '18:00', end: '24:00' }]);
  });

  it.each([null, undefined, {}, { mon: null }])('knows no hours in %j', (hours) => {
    expect(readCanteenHours(hours)).toEqual({ week: closed, unread: null });
  });
});
