import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import type { GatewayConfig } from './platform/config/config';

// One file of one instant, also beside a gateway that is writing.
const copyDatabase = (from: string, to: string): void => {
  const connection = new SqliteConnection(from, { readonly: true });
  try {
    connection.prepare('vacuum into ?').run(to);
  } finally {
    connection.close();
  }
};

/** Runs `work` on a copy of the database, which is deleted afterwards. */
export const withDatabaseCopy = async <T>(config: GatewayConfig, work: (config: GatewayConfig) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-dry-run-'));
  const databaseFile = join(folder, 'mahlzeit.db');
  try {
    if (existsSync(config.databaseFile)) copyDatabase(config.databaseFile, databaseFile);
    return await work({ ...config, databaseFile });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
