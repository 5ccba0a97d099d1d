export { BackupRefusedError, DatabaseFacts } from './backup-manifest';
export { restoreBackup } from './restore-backup';
export type { RestoreResult } from './restore-backup';
export { takeSqliteSnapshot } from './sqlite-snapshot';
export type { SnapshotJob } from './sqlite-snapshot';
export { backupNameOf, findExpiredBackups, isBackupDue, latestTakenAtOf } from './rotation';
export { PARTIAL_MARK, takeBackup } from './take-backup';
export type { StoredBackup } from './take-backup';
