import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyInThread } from './copy-in-thread';
import type { PeriodicJob } from './platform';
import type { Clock } from './platform/clock';
import type { GatewayConfig } from './platform/config/config';
import {
  backupNameOf,
  findExpiredBackups,
  isBackupDue,
  latestTakenAtOf,
  PARTIAL_MARK,
  takeBackup,
} from './platform/database/backup';
import type { ModuleGauge } from './platform/metrics';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Age of the latest backup from which `/readyz` reports that the backup of a night is missing. */
const OVERDUE_MS = 26 * HOUR_MS;

const MS_PER_SECOND = 1_000;

/** Nightly backups of a gateway: the job that writes them, and whether one is missing. */
export interface ScheduledBackups {
  /** Jobs that write backups; empty if no folder for backups is configured. */
  readonly jobs: readonly PeriodicJob[];
  readonly gauges: readonly ModuleGauge[];
  /** Checks whether the backup of the last night is missing. Always false if no folder for backups is configured. */
  isOverdue(): Promise<boolean>;
}

interface ScheduledBackupDeps {
  readonly config: Pick<GatewayConfig, 'backups' | 'database' | 'version'>;
  readonly clock: Pick<Clock, 'realNow'>;
}

/** Deletes expired backups, and unfinished files that a killed gateway has left behind. */
const removeExpired = async (folder: string, realNow: number): Promise<void> => {
  const fileNames = await readdir(folder);
  for (const name of findExpiredBackups(fileNames, realNow)) await rm(join(folder, name));
  for (const name of fileNames.filter((fileName) => fileName.includes(PARTIAL_MARK)))
    if ((await stat(join(folder, name))).mtimeMs < realNow - DAY_MS)
      await rm(join(folder, name), { recursive: true, force: true });
};

/** Creates the nightly backups. Of several gateways with a common folder, only one writes the backup. */
export const createScheduledBackups = ({ config, clock }: ScheduledBackupDeps): ScheduledBackups => {
  const { folder, isScheduled } = config.backups;
  if (!isScheduled) return { jobs: [], gauges: [], isOverdue: async () => false };

  const readLatest = async (): Promise<number | null> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return latestTakenAtOf(await readdir(folder));
  };

  const writeBackup = async (stopSignal: AbortSignal | undefined): Promise<void> => {
    const { database, version } = config;
    await takeBackup(join(folder, backupNameOf(clock.realNow())), {
      ...{ database, version, realNow: clock.realNow, signal: stopSignal },
      snapshotSqlite: copyInThread(stopSignal),
    });
  };

  return {
    jobs: [
      {
        name: 'backup',
        everyMs: HOUR_MS,
        clock: 'real',
        async run(stopSignal) {
          if (!isBackupDue(await readLatest(), clock.realNow())) return;
          try {
            await writeBackup(stopSignal);
          } catch (error) {
            // A gateway that is shutting down starts no backup; the next run writes it.
            if (stopSignal?.aborted === true) return;
            throw error;
          }
          await removeExpired(folder, clock.realNow());
        },
      },
    ],
    gauges: [
      {
        name: 'mahlzeit_backup_age_seconds',
        help: 'Time since the latest backup in the folder of this gateway',
        labelNames: [],
        async read() {
          const latest = await readLatest();
          return latest === null ? [] : [{ labels: {}, value: (clock.realNow() - latest) / MS_PER_SECOND }];
        },
      },
    ],
    async isOverdue() {
      const latest = await readLatest();
      return latest === null || clock.realNow() - latest > OVERDUE_MS;
    },
  };
};
