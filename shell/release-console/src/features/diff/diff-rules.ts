import type { ReleaseDiff, ReleaseSummary } from '@mahlzeit/contract';
import { formatNumber } from '@mahlzeit/shared-ui/platform';
import { text } from '../../console-texts';

/** Line in the comparison of two releases: the value of each, and the difference as text. */
export interface DiffRow {
  readonly key: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
  readonly isSame: boolean;
}

type ComparedRelease = Pick<ReleaseSummary, 'bytes' | 'screens' | 'slots' | 'commands'>;

const MINUS_SIGN = '\u2212';

/** Formats bytes in kB: `61,8 kB`. */
export const formatKilobytes = (bytes: number): string => text('Kilobytes', { size: formatNumber(bytes / 1_000) });

/** Formats a difference of bytes with its sign: `−3,6 kB`, `+3,1 kB`. */
const formatByteChange = (bytes: number): string =>
  `${bytes < 0 ? MINUS_SIGN : '+'}${formatKilobytes(Math.abs(bytes))}`;

const nameChangesText = ({
  added,
  removed,
}: {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}) => [...added.map((name) => `+\u00a0${name}`), ...removed.map((name) => `${MINUS_SIGN}\u00a0${name}`)].join(', ');

/**
 * Returns the line about the sizes of two releases. Sizes that look the same count as the same, because a build differs
 * by a few bytes each time.
 */
const sizeRow = (before: ComparedRelease, after: ComparedRelease): DiffRow => {
  const isSame = formatKilobytes(before.bytes) === formatKilobytes(after.bytes);
  return {
    key: 'bytes',
    label: text('Diff_bytes'),
    before: formatKilobytes(before.bytes),
    after: formatKilobytes(after.bytes),
    difference: isSame ? text('DiffSame') : formatByteChange(after.bytes - before.bytes),
    isSame,
  };
};

const namesRow = (
  key: 'screens' | 'slots' | 'commands',
  { before, after, diff }: { before: ComparedRelease; after: ComparedRelease; diff: ReleaseDiff },
): DiffRow => {
  const changes = nameChangesText(diff[key]);
  return {
    key,
    label: text(`Diff_${key}`),
    before: String(before[key].length),
    after: String(after[key].length),
    difference: changes === '' ? text('DiffSame') : changes,
    isSame: changes === '',
  };
};

const valueRow = (
  key: string,
  label: string,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): DiffRow => ({
  key,
  label,
  before: before ?? text('DiffNone'),
  after: after ?? text('DiffNone'),
  difference: text(before === after ? 'DiffSame' : 'DiffOther'),
  isSame: before === after,
});

const filesText = (files: ReleaseDiff['files']): string => {
  const [added, removed] = [files.filter(({ before }) => before === null), files.filter(({ after }) => after === null)];
  const changedCount = files.length - added.length - removed.length;
  return [
    ...(changedCount > 0 ? [text('FilesChanged', { count: changedCount })] : []),
    ...(added.length > 0 ? [text('FilesAdded', { count: added.length })] : []),
    ...(removed.length > 0 ? [text('FilesRemoved', { count: removed.length })] : []),
  ].join(', ');
};

const sumBytes = (sizes: readonly (number | null)[]): number =>
  sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);

/** Returns the lines of the comparison of two releases, the most important first. */
export const diffRowsOf = (before: ComparedRelease, after: ComparedRelease, diff: ReleaseDiff): readonly DiffRow[] => [
  sizeRow(before, after),
  {
    key: 'files',
    label: text('Diff_files'),
    before: formatKilobytes(sumBytes(diff.files.map((file) => file.before))),
    after: formatKilobytes(sumBytes(diff.files.map((file) => file.after))),
    difference: diff.files.length === 0 ? text('DiffSame') : filesText(diff.files),
    isSame: diff.files.length === 0,
  },
  namesRow('screens', { before, after, diff }),
  namesRow('slots', { before, after, diff }),
  namesRow('commands', { before, after, diff }),
  valueRow('contract', text('Diff_contract'), diff.contract),
  ...Object.entries(diff.shared).map(([name, values]) => valueRow(`shared ${name}`, name, values)),
];

/** File that differs between two releases, with its sizes as text. */
export interface FileRow {
  readonly path: string;
  readonly sizes: string;
}

/** Returns the files that differ between two releases, in the order of their names. */
export const fileRowsOf = ({ files }: ReleaseDiff): readonly FileRow[] =>
  files.map(({ path, before, after }) => ({
    path,
    sizes: text('FileSizes', {
      before: before === null ? text('DiffNone') : formatKilobytes(before),
      after: after === null ? text('DiffNone') : formatKilobytes(after),
    }),
  }));
