import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ReleaseChannel } from '@mahlzeit/contract';
import type { ReleaseHealth } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import texts from '../../locales/de.json';
import { packRelease } from '../modules/releases/store/pack-release';
import {
  deliveryRowsOf,
  describeActs,
  describeDeliveries,
  describeDiff,
  describeHealth,
  describeMoved,
  describePublished,
  describeRelease,
  describeReleases,
} from './describe-release';
import { ensureReport } from './ensure-report';
import type { ReleaseResult, ReleaseClient } from './release-client';

/** Options of the `release` command line. */
export interface ReleaseOptions {
  readonly channel: ReleaseChannel | undefined;
  /** Target of the command: the channel of `promote`, or the version of `rollback`. */
  readonly to: string | undefined;
  /** Percentage of the channel's visitors who get the release. */
  readonly share: number;
  readonly isDryRun: boolean;
  readonly note: string | null;
  readonly isForAll: boolean;
  /** True if `promote` shall also accept a release that was withdrawn. */
  readonly isForced: boolean;
  /** E-mail address of the team that gets the access token; null without one. */
  readonly email: string | null;
}

/** Parsed command line of the command `release`. */
export interface ReleaseCommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: ReleaseOptions;
  readonly isJson: boolean;
  readonly wantsHelp: boolean;
  /** URL of a remote gateway; undefined to work on the database of this machine. */
  readonly gatewayUrl: string | undefined;
}

/** Result of a `release` command: its value as JSON, and the lines that describe it for a person. */
export interface CommandOutput {
  readonly answer: unknown;
  readonly lines: readonly string[];
}

/** Type of a `release` command that works through a release client. It returns null when its arguments are wrong. */
type ClientCommand = (
  releaseClient: ReleaseClient,
  args: readonly string[],
  options: ReleaseOptions,
) => Promise<ReleaseResult<CommandOutput>> | null;

/** Options of each `release` command, in addition to `--json` and `--help`. */
const OPTIONS_BY_COMMAND: Readonly<Record<string, readonly string[]>> = {
  publish: ['channel', 'note', 'dry-run', 'gateway'],
  promote: ['to', 'share', 'force', 'gateway'],
  rollback: ['to', 'gateway'],
  pin: ['gateway'],
  unpin: ['gateway'],
  list: ['gateway'],
  show: ['gateway'],
  diff: ['gateway'],
  audit: ['gateway'],
  health: ['gateway'],
  prune: [],
  token: ['all', 'note', 'mail'],
  revoke: ['all'],
};

/** Maximum number of characters of a release's note and of an access token's name, which the database columns limit. */
const MAX_NOTE_LENGTH = { publish: 500, token: 100 };

/** Percentage of a channel's visitors: an integer from 1 to 100, with or without `%`. */
const Share = z.pipe(
  z.string().check(z.regex(/^(100|[1-9]\d?)%?$/)),
  z.transform((shareText) => Number(shareText.replace('%', ''))),
);
// The database column takes 254 characters at most, which is also the limit of RFC 5321.
const EmailAddress = z.email().check(z.maxLength(254));

/** Returns the note of a release without spaces around it; null without one. Throws for an empty or too long note. */
const parseNote = (command: string, note: string | undefined): string | null =>
  note === undefined
    ? null
    : z
        .string()
        .check(
          z.trim(),
          z.minLength(1),
          z.maxLength(command === 'token' ? MAX_NOTE_LENGTH.token : MAX_NOTE_LENGTH.publish),
        )
        .parse(note);

/** Parses the command line of `release`; returns null for an option that the command doesn't have. */
export const parseCommandLine = (argv: readonly string[]): ReleaseCommandLine | null => {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        channel: { type: 'string' },
        to: { type: 'string' },
        share: { type: 'string' },
        'dry-run': { type: 'boolean' },
        note: { type: 'string' },
        gateway: { type: 'string' },
        all: { type: 'boolean' },
        force: { type: 'boolean' },
        mail: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    const channel = values.channel === undefined ? undefined : ReleaseChannel.parse(values.channel);
    const [command = '', ...args] = positionals;
    const allowedOptions = [...(OPTIONS_BY_COMMAND[command] ?? []), 'json', 'help'];
    // An ignored option would mislead the operator: `rollback --dry-run` would really roll back.
    if (!Object.keys(values).every((option) => allowedOptions.includes(option))) return null;
    return {
      command,
      args,
      options: {
        channel,
        to: values.to,
        share: Share.parse(values.share ?? '100'),
        isDryRun: values['dry-run'] === true,
        note: parseNote(command, values.note),
        isForAll: values.all === true,
        isForced: values.force === true,
        email: values.mail === undefined ? null : EmailAddress.parse(values.mail),
      },
      isJson: values.json === true,
      wantsHelp: values.help === true,
      gatewayUrl: values.gateway,
    };
  } catch {
    // Thrown for an unknown option, an unknown channel, an invalid percentage, an empty or too long note, or an invalid
    // e-mail address.
    return null;
  }
};

const describeWith = async <T>(
  pending: Promise<ReleaseResult<T>>,
  describe: (value: T) => readonly string[],
): Promise<ReleaseResult<CommandOutput>> => {
  const result = await pending;
  return result.ok ? { ok: true, value: { answer: result.value, lines: describe(result.value) } } : result;
};

/**
 * Returns the folder of a built remote: the named folder, its `dist`, or the folder in which the command was called.
 */
const releaseFolderOf = (folder: string | undefined): string => {
  // npm runs the command in the root of the repository and stores the folder of the caller in this variable.
  const callFolder = process.env['INIT_CWD'] ?? process.cwd();
  const namedFolder = folder !== undefined && isAbsolute(folder) ? folder : resolve(callFolder, folder ?? '.');
  return existsSync(join(namedFolder, 'release.json')) ? namedFolder : join(namedFolder, 'dist');
};

const packFolder = async (folder: string): Promise<ReleaseResult<Uint8Array>> => {
  try {
    await ensureReport(folder);
    return { ok: true, value: await packRelease(folder) };
  } catch {
    const message = `${texts.releaseNoBuild} ${folder}`;
    return { ok: false, error: { code: 'noBuild', message, problems: [] } };
  }
};

/**
 * Returns how often the releases of each remote have loaded and failed. A remote whose releases were never delivered
 * has no entry.
 */
const readHealthOf = async (
  releaseClient: ReleaseClient,
  names: readonly string[],
): Promise<ReleaseResult<ReadonlyMap<string, readonly ReleaseHealth[]>>> => {
  const healthByName = new Map<string, readonly ReleaseHealth[]>();
  for (const name of new Set(names)) {
    const health = await releaseClient.readHealth(name);
    if (!health.ok && health.error.code !== 'notFound') return health;
    if (health.ok) healthByName.set(name, health.value);
  }
  return { ok: true, value: healthByName };
};

const listDeliveries = async (releaseClient: ReleaseClient): Promise<ReleaseResult<CommandOutput>> => {
  const releases = await releaseClient.list(null);
  if (!releases.ok) return releases;
  const healthByName = await readHealthOf(
    releaseClient,
    releases.value.map(({ name }) => name),
  );
  if (!healthByName.ok) return healthByName;
  const rows = deliveryRowsOf(releases.value, healthByName.value);
  return { ok: true, value: { answer: rows, lines: describeDeliveries(rows) } };
};

const listHealth = async (releaseClient: ReleaseClient): Promise<ReleaseResult<CommandOutput>> => {
  const releases = await releaseClient.list(null);
  if (!releases.ok) return releases;
  const names = releases.value.map(({ name }) => name).sort();
  const healthByName = await readHealthOf(releaseClient, names);
  if (!healthByName.ok) return healthByName;
  const answer = [...healthByName.value].flatMap(([name, health]) => health.map((row) => ({ name, ...row })));
  return { ok: true, value: { answer, lines: describeHealth(answer) } };
};

/** `release` commands that work on the database of this machine or over HTTP. */
export const CLIENT_COMMANDS: Readonly<Record<string, ClientCommand>> = {
  publish(releaseClient, [folder, ...more], { channel = 'beta', isDryRun, note }) {
    if (more.length > 0) return null;
    const publishFolder = async (): Promise<ReleaseResult<CommandOutput>> => {
      const archive = await packFolder(releaseFolderOf(folder));
      if (!archive.ok) return archive;
      return describeWith(releaseClient.publish(archive.value, { channel, isDryRun, note }), (published) =>
        describePublished(published, isDryRun),
      );
    };
    return publishFolder();
  },
  promote(releaseClient, [name, version, ...more], { to = 'stable', share, isForced }) {
    const channel = ReleaseChannel.safeParse(to);
    if (name === undefined || version === undefined || more.length > 0 || !channel.success) return null;
    return describeWith(
      releaseClient.promote({ name, version, channel: channel.data, share, isForced }),
      describeMoved,
    );
  },
  rollback: (releaseClient, [name, ...more], { to }) =>
    name === undefined || more.length > 0 ? null : describeWith(releaseClient.rollBack(name, to), describeMoved),
  pin: (releaseClient, [name, version, ...more]) =>
    name === undefined || more.length > 0 ? null : describeWith(releaseClient.pin(name, version), describeMoved),
  unpin: (releaseClient, [name, ...more]) =>
    name === undefined || more.length > 0 ? null : describeWith(releaseClient.unpin(name), describeMoved),
  list(releaseClient, [name, ...more]) {
    if (more.length > 0) return null;
    return name === undefined
      ? listDeliveries(releaseClient)
      : describeWith(releaseClient.list(name), describeReleases);
  },
  show: (releaseClient, [name, version, ...more]) =>
    name === undefined || version === undefined || more.length > 0
      ? null
      : describeWith(releaseClient.find(name, version), describeRelease),
  diff: (releaseClient, [name, from, to, ...more]) =>
    name === undefined || from === undefined || to === undefined || more.length > 0
      ? null
      : describeWith(releaseClient.compare(name, from, to), describeDiff),
  health(releaseClient, [name, ...more]) {
    if (more.length > 0) return null;
    return name === undefined
      ? listHealth(releaseClient)
      : describeWith(releaseClient.readHealth(name), (health) =>
          describeHealth(health.map((row) => ({ name, ...row }))),
        );
  },
  audit: (releaseClient, [name, ...more]) =>
    name === undefined || more.length > 0 ? null : describeWith(releaseClient.listActs(name), describeActs),
};
