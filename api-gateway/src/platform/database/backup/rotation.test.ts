import { backupNameOf, findExpiredBackups, takenAtOf } from './rotation';

const backupNameAt = (instant: string): string => backupNameOf(Date.parse(instant));
const NOW = Date.parse('2026-06-24T09:30:00Z'); // A Wednesday.

describe('the rotation of backups', () => {
  it('keeps the latest of each of seven days and of each of four weeks', () => {
    const everySixHours = Array.from({ length: 200 }, (_, index) => backupNameOf(NOW - index * 6 * 3_600_000));
    const expired = new Set(findExpiredBackups(everySixHours, NOW));
    expect(everySixHours.filter((name) => !expired.has(name))).toEqual([
      backupNameAt('2026-06-24T09:30:00Z'),
      backupNameAt('2026-06-23T21:30:00Z'),
      backupNameAt('2026-06-22T21:30:00Z'),
      backupNameAt('2026-06-21T21:30:00Z'),
      backupNameAt('2026-06-20T21:30:00Z'),
      backupNameAt('2026-06-19T21:30:00Z'),
      backupNameAt('2026-06-18T21:30:00Z'),
      backupNameAt('2026-06-14T21:30:00Z'),
      backupNameAt('2026-06-07T21:30:00Z'),
    ]);
  });

  it('keeps the latest backup, however old it is', () => {
    expect(
      findExpiredBackups([backupNameAt('2026-01-02T03:00:00Z'), backupNameAt('2026-01-01T03:00:00Z')], NOW),
    ).toEqual([backupNameAt('2026-01-01T03:00:00Z')]);
  });

  it('deletes no file that isn’t one of its own', () => {
    const names = ['mahlzeit-vor-dem-umzug.tar', 'keys.json', `${backupNameAt('2020-01-01T00:00:00Z')}.gpg`];
    expect(findExpiredBackups(names, NOW)).toEqual([]);
  });

  it.each([
    ['mahlzeit-2026-06-24T09-30-00-000Z.tar', NOW],
    ['mahlzeit-2026-13-44T09-30-00-000Z.tar', null],
    ['mahlzeit.tar', null],
  ])('reads the instant of %s', (name, takenAt) => {
    expect(takenAtOf(name)).toBe(takenAt);
  });
});
