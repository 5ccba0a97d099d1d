import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartRefusedError } from '../errors';
import { markMachine } from './machine-mark';

const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-mark-'));
const database = { driver: 'better-sqlite3', file: join(folder, 'mahlzeit.db') } as const;
const markFile = `${database.file}-machine`;
const [north, south] = [
  { machine: 'boot-1', host: 'nord' },
  { machine: 'boot-2', host: 'süd' },
];

afterAll(() => rmSync(folder, { recursive: true }));

it('refuses a file that another machine uses, and names that machine', () => {
  const mark = markMachine(database, { machine: north });
  expect(() => markMachine(database, { machine: south })).toThrow(
    new StartRefusedError(
      `DATABASE_URL: ${database.file} benutzt gerade ein Gateway auf der Maschine nord. SQLite verträgt nur eine Maschine: Halte jenes an, oder zieh mit „npm run move“ auf PostgreSQL um.`,
    ),
  );
  // Another gateway of the same machine may share the file.
  markMachine(database, { machine: north }).release();
  mark.release();
  expect(existsSync(markFile)).toBe(false);
  markMachine(database, { machine: south }).release();
});

it('takes a file over whose machine has died', () => {
  const mark = markMachine(database, { machine: north });
  const diedAt = Date.now() / 1000 - 91;
  utimesSync(markFile, diedAt, diedAt);
  markMachine(database, { machine: south }).release();
  mark.release();
});
