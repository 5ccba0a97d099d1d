import type { Migration } from '../open-database';
import { openMoveSource } from './move-source';
import type { MoveSource } from './move-source';
import { MoveRefusedError } from './move-tables';
import type { MoveTable, TableDigest } from './move-tables';
import { isOwnTable } from './target-schema';
import { openMoveTarget } from './move-target';
import type { MoveTarget, TableProgress } from './move-target';

/** Table whose rows stay behind: positions in the history of changes, which begins anew in the target. */
const HISTORY_TABLE = 'change';

/** A move from a SQLite file to a PostgreSQL database. */
export interface Move {
  readonly sourceFile: string;
  readonly targetUrl: string;
  /** The URL without credentials. */
  readonly targetName: string;
  /** All migrations of this release. */
  readonly migrations: readonly Migration[];
  /** Prints a line of the progress. */
  readonly print: (line: string) => void;
}

const countOf = (count: number): string => count.toLocaleString('en-US');

const refuseIf = (isRefused: boolean, ...lines: string[]): void => {
  if (isRefused) throw new MoveRefusedError(lines);
};

const hasSameNames = (names: readonly string[], otherNames: readonly string[]): boolean =>
  names.length === otherNames.length && new Set([...names, ...otherNames]).size === names.length;

const refuseUnfitSource = (source: MoveSource, { sourceFile, targetName, migrations }: Move): void => {
  const names = migrations.map(({ name }) => name);
  refuseIf(source.migrationNames.length === 0, `${sourceFile} is no database of Mahlzeit.`);
  refuseIf(
    !source.migrationNames.every((name) => names.includes(name)),
    `${sourceFile} belongs to a newer release than this one. Move it with that release.`,
  );
  refuseIf(
    !hasSameNames(source.migrationNames, names),
    `${sourceFile} belongs to an older release than this one. Start a gateway of this release on it once, and stop it.`,
  );
  refuseIf(
    source.movedTo !== null && source.movedTo !== targetName,
    `${sourceFile} was moved to ${source.movedTo ?? ''}. npm run move -- --undo gives that move up.`,
  );
};

/** Names a table with its columns, which are in another order on each engine. */
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
    ...sourceTables.filter((table) => !targetTables.includes(table)).map((table) => `  only in SQLite: ${table}`),
    ...targetTables.filter((table) => !sourceTables.includes(table)).map((table) => `  only in PostgreSQL: ${table}`),
  ];
  refuseIf(unlikeTables.length > 0, 'The databases have different tables. Nothing was copied.', ...unlikeTables);
};

const isSameDigest = (left: TableDigest, right: TableDigest): boolean =>
  left.rows === right.rows && left.checksum === right.checksum;

const sumOf = (digests: ReadonlyMap<string, TableDigest>): number =>
  [...digests.values()].reduce((sum, { rows }) => sum + rows, 0);

/** Both ends of a move that goes on. */
interface OpenMove {
  readonly source: MoveSource;
  readonly target: MoveTarget;
  readonly move: Move;
}

/** Checks that the source can be moved, and prints what it has. */
const inspectSource = ({ source, move }: OpenMove, tables: readonly MoveTable[]): ReadonlyMap<string, TableDigest> => {
  refuseUnlikeTables(source, tables);
  move.print('Reading all rows, to see whether PostgreSQL can hold them.');
  const digests = source.inspect(
    move.targetName,
    tables.filter(({ name }) => name !== HISTORY_TABLE),
  );
  move.print(
    `Read ${countOf(digests.size)} tables with ${countOf(sumOf(digests))} rows. PostgreSQL can hold all of them.`,
  );
  return digests;
};

const begin = async (openMove: OpenMove): Promise<void> => {
  const { target, move } = openMove;
  move.print(`Moving ${move.sourceFile} to ${move.targetName}.`);
  await target.begin(move.migrations, (tables) => inspectSource(openMove, tables));
};

const resume = async (openMove: OpenMove): Promise<void> => {
  const { target, move } = openMove;
  move.print(`Continuing the move of ${move.sourceFile} to ${move.targetName}.`);
  refuseIf(
    !hasSameNames(
      await target.readMigrationNames(),
      move.migrations.map(({ name }) => name),
    ),
    `${move.targetName} holds the beginning of a move by another release. Continue with that one, or begin with a new database.`,
  );
  const digests = inspectSource(openMove, await target.readTables());
  const unlikeTables = (await target.readProgress()).filter(({ table, source: digest }) => {
    const presentDigest = digests.get(table);
    return presentDigest === undefined || !isSameDigest(presentDigest, digest);
  });
  refuseIf(
    unlikeTables.length > 0,
    `${move.targetName} holds the beginning of a move of other rows: ${unlikeTables.map(({ table }) => table).join(', ')}.`,
    'The source has changed since, or it is another one. Begin again with a new database.',
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
    move.print(`${table.name}: stopped.`);
    throw error;
  }
  const earlier = copiedRows > 0 ? `, ${countOf(copiedRows)} of them earlier` : '';
  move.print(`${table.name}: copied ${countOf(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}${earlier}.`);
};

const copyTables = async (openMove: OpenMove): Promise<void> => {
  const progressByTable = new Map((await openMove.target.readProgress()).map((progress) => [progress.table, progress]));
  for (const table of await openMove.target.readTables()) {
    const progress = progressByTable.get(table.name);
    if (progress !== undefined) await copyTable(openMove, table, progress);
    else openMove.move.print(`${table.name}: left out. Open pages get a fresh snapshot instead.`);
  }
};

const restoreIndexes = async ({ target, move }: OpenMove): Promise<void> => {
  move.print('Building indexes and checking foreign keys.');
  while (await target.restoreNext());
};

/** Number of characters of a checksum that are printed. */
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
  /** Digest of each copied table, by the table's name. */
  readonly tables: Readonly<Record<string, TableDigest>>;
  readonly differentTables: readonly string[];
}

/** Compares both databases table by table, and prints the result. */
const compare = async ({ target, move }: OpenMove): Promise<Comparison> => {
  const progressByTable = new Map((await target.readProgress()).map((progress) => [progress.table, progress]));
  move.print('Comparing all rows.');
  const lines = [['table', 'SQLite', 'PostgreSQL', 'checksum', '']];
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
      countOf(sourceDigest.rows),
      countOf(targetDigest.rows),
      sourceDigest.checksum.slice(0, SHOWN_CHARACTERS),
      isSame ? 'same' : `differs: ${targetDigest.checksum.slice(0, SHOWN_CHARACTERS)}`,
    ]);
  }
  printTable(lines, move.print);
  return { tables, differentTables };
};

/** Ends a move whose rows are copied: either the target is ready for gateways, or the copy is refused. */
const finish = async ({ source, target, move }: OpenMove, { tables, differentTables }: Comparison): Promise<void> => {
  const isMoved = differentTables.length === 0;
  if (isMoved) {
    await target.finish(source.lastIds);
    move.print('All tables are the same. Set DATABASE_URL to the new database and start the gateways.');
  }
  // Scripts read the last line (contract, commands).
  move.print(JSON.stringify({ tables, moved: isMoved }));
  refuseIf(
    !isMoved,
    `The copy differs from the source in ${differentTables.join(', ')}. Begin again with a new database.`,
  );
};

const moveRows = async (openMove: OpenMove): Promise<void> => {
  const { target, move } = openMove;
  const state = await target.readState();
  refuseIf(state === 'used', `${move.targetName} isn't empty. Create a new database for the move.`);
  await (state === 'empty' ? begin(openMove) : resume(openMove));
  await copyTables(openMove);
  await restoreIndexes(openMove);
  await finish(openMove, await compare(openMove));
};

/**
 * Moves a database. A move that was interrupted continues where it stopped. Throws `MoveRefusedError` where it can't
 * begin or continue, and where the copy differs.
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

/** Gives a move up, so that gateways may use the SQLite file again. Rows that the target got since stay there alone. */
export const undoMove = (sourceFile: string): void => {
  const source = openMoveSource(sourceFile);
  try {
    refuseIf(source.movedTo === null, `${sourceFile} wasn't moved.`);
    source.unmark();
  } finally {
    source.close();
  }
};
