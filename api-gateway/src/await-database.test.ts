import { openWhenReachable } from './await-database';
import { POSTGRES_DEFAULTS } from './platform/config/database-config';
import { AppError } from './platform/errors';

const url = 'postgres://mahlzeit:geheim@db.example:5433/mahlzeit';
const postgres = { driver: 'pg', url, ...POSTGRES_DEFAULTS } as const;
const sqlite = { driver: 'better-sqlite3', file: '/srv/mahlzeit/mahlzeit.db' } as const;

const refusedError = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

/** Fails with the errors in their order, and then opens. */
const openAfter = (errors: readonly unknown[]) => {
  const open = jest.fn(async () => 'open');
  for (const error of errors) open.mockRejectedValueOnce(error);
  return open;
};

it('waits for a server that is down, and says so once without its password', async () => {
  const print = jest.fn();
  const open = openAfter([refusedError, new AppError('unavailable', { cause: refusedError })]);
  expect(await openWhenReachable(open, { database: postgres, print, retryMs: 1 })).toBe('open');
  expect(print.mock.calls).toEqual([
    [
      'DATABASE_URL: postgres://db.example:5433/mahlzeit antwortet nicht (ECONNREFUSED). Der Start geht weiter, sobald der Server antwortet.',
    ],
  ]);
});

it.each([
  ['a wrong password', postgres, Object.assign(new Error('password'), { code: '28P01' })],
  ['a SQLite file', sqlite, Object.assign(new Error('busy'), { code: 'ENOENT' })],
])('doesn’t wait for %s', async (_title, database, error) => {
  const print = jest.fn();
  await expect(openWhenReachable(openAfter([error]), { database, print, retryMs: 1 })).rejects.toBe(error);
  expect(print).not.toHaveBeenCalled();
});
