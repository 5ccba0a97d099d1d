import type {
  PublishedRelease,
  Release,
  ReleaseAct,
  ReleaseDiff,
  ReleaseHealth,
  ReleaseProblem,
  ReleaseSummary,
} from '@mahlzeit/contract';
import texts from '../../locales/de.json';
import { fillText } from '../platform/escape';
import type { ReleaseClientError } from './release-client';

/** Row of the printed list of delivered releases: one for each remote and channel. */
export interface DeliveryRow {
  readonly name: string;
  readonly channel: string;
  readonly version: string;
  /** Percentage of the channel's visitors who get the release. */
  readonly share: number;
  readonly publishedAt: number;
  /** Numbers of visitors for whom the release has loaded or failed; null without a report. */
  readonly health: ReleaseHealth | null;
}

/** Returns the releases that the channels deliver, sorted by remote and channel. */
export const deliveryRowsOf = (
  releases: readonly ReleaseSummary[],
  healthByName: ReadonlyMap<string, readonly ReleaseHealth[]>,
): DeliveryRow[] =>
  releases
    .flatMap(({ name, version, publishedAt, channels }) => {
      const health = healthByName.get(name)?.find((candidate) => candidate.version === version) ?? null;
      return channels.map(({ channel, share }) => ({ name, channel, version, share, publishedAt, health }));
    })
    .sort((left, right) => {
      const [leftId, rightId] = [left, right].map(({ name, channel, version }) => `${name} ${channel} ${version}`);
      return (leftId ?? '') < (rightId ?? '') ? -1 : 1;
    });

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

const kilobytesText = (bytes: number | null): string => (bytes === null ? '–' : `${(bytes / 1000).toFixed(1)} kB`);

const listText = (names: readonly string[]): string => names.join(', ') || '–';

/** Formats the rows of a printed table as columns that are as wide as their widest cell. */
const tableLines = (rows: readonly (readonly string[])[]): string[] => {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column)))
      .join('  ')
      .trimEnd(),
  );
};

const channelText = (channels: ReleaseSummary['channels'], isPinned: boolean): string =>
  [
    ...channels.map(({ channel, share }) => (share === 100 ? channel : `${channel} ${share} %`)),
    ...(isPinned ? [texts.releasePinned] : []),
  ].join(', ') || '–';

const healthText = (health: ReleaseHealth | null): string =>
  health === null ? '–' : fillText(texts.releaseHealth, { loads: health.loads, failures: health.failures });

const phaseText = (phases: ReleaseHealth['phases']): string =>
  listText(Object.entries(phases).flatMap(([phase, failures]) => (failures > 0 ? [`${phase} ${failures}`] : [])));

/** Formats for the operator in how many browsers each release has loaded or failed. */
export const describeHealth = (rows: readonly (ReleaseHealth & { readonly name: string })[]): string[] =>
  rows.length === 0
    ? [texts.releaseNone]
    : tableLines([
        [
          texts.releaseColumnRemote,
          texts.releaseColumnVersion,
          texts.releaseColumnLoads,
          texts.releaseColumnFailures,
          texts.releaseColumnPhases,
          texts.releaseColumnP75,
          texts.releaseColumnSince,
          texts.releaseColumnWithdrawn,
        ],
        ...rows.map(({ name, version, loads, failures, phases, p75Ms, since, withdrawnAt }) => [
          name,
          version,
          String(loads),
          String(failures),
          phaseText(phases),
          p75Ms === null ? '–' : `${p75Ms} ms`,
          dateText(since),
          withdrawnAt === null ? '–' : dateText(withdrawnAt),
        ]),
      ]);

/** Formats for the operator which releases the channels deliver. */
export const describeDeliveries = (rows: readonly DeliveryRow[]): string[] =>
  rows.length === 0
    ? [texts.releaseNone]
    : tableLines(
        rows.map(({ name, channel, version, share, publishedAt, health }) => [
          name,
          channel,
          version,
          `${share} %`,
          dateText(publishedAt),
          healthText(health),
        ]),
      );

/** Formats the releases of one remote for the operator, newest first. */
export const describeReleases = (releases: readonly ReleaseSummary[]): string[] =>
  tableLines(
    releases.map(({ version, channels, isPinned, publishedAt, publishedBy, bytes, note }) => [
      version,
      channelText(channels, isPinned),
      dateText(publishedAt),
      publishedBy,
      kilobytesText(bytes),
      note ?? '',
    ]),
  );

/** Formats one release for the operator: a line for each fact, and its files. */
export const describeRelease = (release: Release): string[] => [
  `${release.name} ${release.version}`,
  ...tableLines([
    [texts.releaseFactChannels, channelText(release.channels, release.isPinned)],
    [texts.releaseFactPublished, `${dateText(release.publishedAt)} (${release.publishedBy})`],
    [texts.releaseFactCommit, release.commit ?? '–'],
    [texts.releaseFactNote, release.note ?? '–'],
    [texts.releaseFactContract, release.contract],
    [texts.releaseFactShared, listText(Object.entries(release.shared).map(([name, version]) => `${name} ${version}`))],
    [texts.releaseFactScreens, listText(release.screens)],
    [texts.releaseFactSlots, listText(release.slots)],
    [texts.releaseFactCommands, listText(release.commands)],
    [texts.releaseFactBytes, kilobytesText(release.bytes)],
  ]),
  ...tableLines(Object.entries(release.files).map(([path, { bytes }]) => [path, kilobytesText(bytes)])),
];

const changedNames = (label: string, { added, removed }: ReleaseDiff['screens']): string[] => [
  ...added.map((name) => `+ ${label} ${name}`),
  ...removed.map((name) => `- ${label} ${name}`),
];

/** Formats the differences between two releases for the operator. */
export const describeDiff = ({ files, screens, slots, commands, contract, shared }: ReleaseDiff): string[] => {
  const lines = [
    ...changedNames(texts.releaseFactScreens, screens),
    ...changedNames(texts.releaseFactSlots, slots),
    ...changedNames(texts.releaseFactCommands, commands),
    ...(contract.before === contract.after
      ? []
      : [`${texts.releaseFactContract}: ${contract.before} → ${contract.after}`]),
    ...Object.entries(shared).map(([name, { before, after }]) => `${name}: ${before ?? '–'} → ${after ?? '–'}`),
    ...tableLines(files.map(({ path, before, after }) => [path, `${kilobytesText(before)} → ${kilobytesText(after)}`])),
  ];
  return lines.length === 0 ? [texts.releaseSame] : lines;
};

/** Formats the audit log of releases for the operator: who did what, newest first. */
export const describeActs = (acts: readonly ReleaseAct[]): string[] =>
  tableLines(
    acts.map(({ at, by, act, version, channel, share }) => [
      dateText(at),
      by,
      act,
      version,
      channel ?? '',
      share === null || share === 100 ? '' : `${share} %`,
    ]),
  );

const describeProblem = ({ code, message, remedy }: ReleaseProblem): string => `${code}: ${message} ${remedy}`;

/** Formats a published release for the operator, with its warnings. */
export const describePublished = (
  { name, version, channels, isPinned, problems }: PublishedRelease,
  isDryRun: boolean,
): string[] => [
  fillText(isDryRun ? texts.releaseChecked : texts.releasePublished, {
    name,
    version,
    channels: channelText(channels, isPinned),
  }),
  ...problems.map(describeProblem),
];

/** Formats a changed release for the operator. */
export const describeMoved = ({ name, version, channels, isPinned }: Release): string[] => [
  fillText(texts.releaseMoved, { name, version, channels: channelText(channels, isPinned) }),
];

const messageByCode: Readonly<Record<string, string>> = {
  notFound: texts.releaseUnknown,
  nothingBefore: texts.releaseNothingBefore,
  withdrawn: texts.releaseWithdrawn,
  releaseExists: texts.releaseExists,
  unauthenticated: texts.releaseTokenUnknown,
  requestInProgress: texts.releaseBusy,
};

/** Formats for the operator why a change of releases was refused: each problem with its remedy, or one line. */
export const describeError = ({ code, message, problems }: ReleaseClientError): string[] =>
  problems.length > 0 ? problems.map(describeProblem) : [messageByCode[code] ?? `${code}: ${message}`];
