import texts from '../../../../locales/de.json';
import { fillText } from '../../escape';
import type { Migration } from '../open-database';
import { formatCount } from './format-count';
import { openMoveSource } from './move-source';
import type { MoveSource } from './move-source';
import { MoveRefusedError } from './move-tables';
import type { MoveTable, TableDigest } from './move-tables';
import { isOwnTable } from './target-schema';
import { openMoveTarget } from './move-target';
import type { MoveTarget, TableProgress } from './move-target';

/** Table whose rows aren't moved: positions in the history of changes, which begins anew in the target. */
const HISTORY_TABLE = 'change';

/** Input of a move from a SQLite file to a PostgreSQL database. */
export interface Move {
  readonly sourceFile: string;
  readonly targetUrl: string;
  /** URL of the PostgreSQL database without credentials. */
  readonly targetName: string;
  /** All migrations of this release. */
  readonly migrations: readonly Migration[];
  /** Prints a line about the progress of the move. */
  readonly print: (line: string) => void;
}

const refuseIf = (isRefused: boolean, ...lines: string[]): void => {
  if (isRefused) throw new MoveRefusedError(lines);
};

const hasSameNames = (names: readonly string[], otherNames: readonly string[]): boolean =>
  names.length === otherNames.length && new Set([...names, ...otherNames]).size === names.length;

const refuseUnfitSource = (source: MoveSource, { sourceFile, targetName, migrations }: Move): void => {
  const names = migrations.map(({ name }) => name);
  refuseIf(source.migrationNames.length === 0, fillText(texts.moveFileForeign, { file: sourceFile }));
  refuseIf(
    !source.migrationNames.every((name) => names.includes(name)),
    fillText(texts.moveFileNewer, { file: sourceFile }),
  );
  refuseIf(!hasSameNames(source.migrationNames, names), fillText(texts.moveFileOlder, { file: sourceFile }));
  refuseIf(
    source.movedTo !== null && source.movedTo !== targetName,
    fillText(texts.moveFileMoved, { file: sourceFile, target: source.movedTo ?? '' }),
  );
};

/** Describes a table by its sorted columns, whose sequence differs between the engines. */
const describeTable = (name: string, columns: readonly string[]): string =>
  `${name} (${[...columns].sort().join(', ')})`;

const refuseUnlikeTables = (source: MoveSource, tables: readonly MoveTable[]): void => {
  const sourceTables = source.tables
    .filter(({ name }) => !isOwnTable(name))
    .map(({ name, columns }) => describeTable(name, columns));
  const targetTables = tables.map(({ name, columns }) =>
    describeTable(
      name,
      columns.map((column) => column.name),
    ),
  );
  const unlikeTables = [
    ...sourceTables
      .filter((table) => !targetTables.includes(table))
      .map((table) => fillText(texts.moveTableOnlySqlite, { table })),
    ...targetTables
      .filter((table) => !sourceTables.includes(table))
      .map((table) => fillText(texts.moveTableOnlyPostgres, { table })),
  ];
  refuseIf(unlikeTables.length > 0, texts.moveTablesDiffer, ...unlikeTables.map((line) => `  ${line}`));
};

const isSameDigest = (left: TableDigest, right: TableDigest): boolean =>
  left.rows === right.rows && left.checksum === right.checksum;

const sumOf = (digests: ReadonlyMap<string, TableDigest>): number =>
  [...digests.values()].reduce((sum, { rows }) => sum + rows, 0);

/** The two open databases of a running move. */
interface OpenMove {
  readonly source: MoveSource;
  readonly target: MoveTarget;
  readonly move: Move;
}

/** Checks whether the SQLite database can be moved, and prints what it contains. */
const inspectSource = ({ source, move }: OpenMove, tables: readonly MoveTable[]): ReadonlyMap<string, TableDigest> => {
  refuseUnlikeTables(source, tables);
  move.print(texts.moveReading);
  const digests = source.inspect(
    move.targetName,
    tables.filter(({ name }) => name !== HISTORY_TABLE),
  );
  move.print(fillText(texts.moveRead, { tables: formatCount(digests.size), rows: formatCount(sumOf(digests)) }));
  return digests;
};

const begin = async (openMove: OpenMove): Promise<void> => {
  const { target, move } = openMove;
  move.print(fillText(texts.moveBegins, { file: move.sourceFile, target: move.targetName }));
  await target.begin(move.migrations, (tables) => inspectSource(openMove, tables));
};

const resumeMove = async (openMove: OpenMove): Promise<void> => {
  const { target, move } = openMove;
  move.print(fillText(texts.moveContinues, { file: move.sourceFile, target: move.targetName }));
  refuseIf(
    !hasSameNames(
      await target.readMigrationNames(),
      move.migrations.map(({ name }) => name),
    ),
    fillText(texts.moveTargetOtherVersion, { target: move.targetName }),
  );
  const digests = inspectSource(openMove, await target.readTables());
  const unlikeTables = (await target.readProgress()).filter(({ table, source: digest }) => {
    const presentDigest = digests.get(table);
    return presentDigest === undefined || !isSameDigest(presentDigest, digest);
  });
  refuseIf(
    unlikeTables.length > 0,
    fillText(texts.moveTargetOtherRows, {
      target: move.targetName,
      tables: unlikeTables.map(({ table }) => table).join(', '),
    }),
    texts.moveTargetOtherSource,
  );
};

const copyTable = async (
  { source, target, move }: OpenMove,
  table: MoveTable,
  { source: { rows: rowCount }, copiedRows, lastKey }: TableProgress,
): Promise<void> => {
  try {
    if (copiedRows < rowCount)
      for (const batch of source.readBatches(table, lastKey)) await target.copyBatch(table, batch);
  } catch (error) {
    move.print(fillText(texts.moveStopped, { table: table.name }));
    throw error;
  }
  move.print(
    fillText(copiedRows > 0 ? texts.moveCopiedPartly : texts.moveCopied, {
      table: table.name,
      rows: formatCount(rowCount),
      earlierRows: formatCount(copiedRows),
    }),
  );
};

const copyTables = async (openMove: OpenMove): Promise<void> => {
  const progressByTable = new Map((await openMove.target.readProgress()).map((progress) => [progress.table, progress]));
  for (const table of await openMove.target.readTables()) {
    const progress = progressByTable.get(table.name);
    if (progress !== undefined) await copyTable(openMove, table, progress);
    else openMove.move.print(fillText(texts.moveLeftOut, { table: table.name }));
  }
};

const restoreIndexes = async ({ target, move }: OpenMove): Promise<void> => {
  move.print(texts.moveIndexes);
  while (await target.restoreNext());
};

/** Number of characters of a checksum that the move prints. */
const SHOWN_CHARACTERS = 12;

const printTable = (rows: readonly (readonly string[])[], print: (line: string) => void): void => {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  for (const row of rows)
    print(
      row
        .map((cell, column) =>
          column === 1 || column === 2 ? cell.padStart(widthOf(column)) : cell.padEnd(widthOf(column)),
        )
        .join('  ')
        .trimEnd(),
    );
};

interface Comparison {
  /** Row count and checksum of each copied table, by the table's name. */
  readonly tables: Readonly<Record<string, TableDigest>>;
  readonly differentTables: readonly string[];
}

/** Compares both databases of the move table by table, and prints the result. */
const compare = async ({ target, move }: OpenMove): Promise<Comparison> => {
  const progressByTable = new Map((await target.readProgress()).map((progress) => [progress.table, progress]));
  move.print(texts.moveComparing);
  const lines = [[texts.moveColumnTable, 'SQLite', 'PostgreSQL', texts.moveColumnChecksum, '']];
  const differentTables: string[] = [];
  const tables: Record<string, TableDigest> = {};
  for (const table of await target.readTables()) {
    const sourceDigest = progressByTable.get(table.name)?.source;
    if (sourceDigest === undefined) continue;
    const targetDigest = await target.readDigest(table);
    const isSame = isSameDigest(sourceDigest, targetDigest);
    if (!isSame) differentTables.push(table.name);
    tables[table.name] = targetDigest;
    lines.push([
      table.name,
      formatCount(sourceDigest.rows),
      formatCount(targetDigest.rows),
      sourceDigest.checksum.slice(0, SHOWN_CHARACTERS),
      isSame
        ? texts.moveSame
        : fillText(texts.moveDifferent, { checksum: targetDigest.checksum.slice(0, SHOWN_CHARACTERS) }),
    ]);
  }
  printTable(lines, move.print);
  return { tables, differentTables };
};

/**
 * Ends a move after all rows are copied. The target is then ready for gateways, or the move fails because the copy
 * differs.
 */
const finish = async ({ source, target, move }: OpenMove, { tables, differentTables }: Comparison): Promise<void> => {
  const isMoved = differentTables.length === 0;
  if (isMoved) {
    await target.finish(source.lastIds);
    move.print(texts.moveDone);
  }
  // Prints the result as JSON in the last line, which scripts read (contract, commands).
  move.print(JSON.stringify({ tables, moved: isMoved }));
  refuseIf(!isMoved, fillText(texts.moveCopyDiffers, { tables: differentTables.join(', ') }));
};

const moveRows = async (openMove: OpenMove): Promise<void> => {
  const { target, move } = openMove;
  const state = await target.readState();
  refuseIf(state === 'used', fillText(texts.moveTargetUsed, { target: move.targetName }));
  await (state === 'empty' ? begin(openMove) : resumeMove(openMove));
  await copyTables(openMove);
  await restoreIndexes(openMove);
  await finish(openMove, await compare(openMove));
};

/**
 * Moves a SQLite database to PostgreSQL. A move that was interrupted continues where it stopped. Throws
 * `MoveRefusedError` if it can't begin or continue, and if the copy differs.
 */
export const moveDatabase = async (move: Move): Promise<void> => {
  const source = openMoveSource(move.sourceFile);
  try {
    refuseUnfitSource(source, move);
    const target = await openMoveTarget(move.targetUrl);
    try {
      await moveRows({ source, target, move });
    } catch (error) {
      throw target.connectionError() ?? error;
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
};

/**
 * Cancels a move, so that gateways may use the SQLite file again. Rows that were written to the target since then exist
 * only there.
 */
export const undoMove = (sourceFile: string): void => {
  const source = openMoveSource(sourceFile);
  try {
    refuseIf(source.movedTo === null, fillText(texts.moveFileNotMoved, { file: sourceFile }));
    source.unmark();
  } finally {
    source.close();
  }
};
