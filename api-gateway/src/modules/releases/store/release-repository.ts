import type { Connection } from '../../../platform';
import { fromJsonColumn, insertInChunks, readInChunks } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { parseRelease, RemoteManifest } from '../manifest';
import type { Release, ReleaseName } from '../manifest';
import type { FileContent } from './release-archive';

/** A remote's release as the database holds it. */
export interface StoredRelease {
  readonly manifest: RemoteManifest;
  readonly publishedAt: number;
  /** Name of the token that published the release; `build` for a build of the gateway's checkout. */
  readonly publishedBy: string;
  readonly note: string | null;
  /** Whether the database holds the files of the release. The files of a development build lie only in its folder. */
  readonly isStored: boolean;
}

/** File of a stored release; `bytes` is its size as transferred. */
export interface StoredFile {
  readonly path: string;
  readonly integrity: string;
  readonly bytes: number;
}

interface ReleaseRow {
  readonly name: string;
  readonly version: string;
  readonly manifest: string | object;
  readonly published_at: number | string;
  readonly published_by: string;
  readonly note: string | null;
  readonly is_stored: boolean | number;
  readonly retired_at: number | string | null;
}

interface FileRow extends StoredFile {
  readonly name: string;
  readonly version: string;
}

interface ContentRow {
  readonly integrity: string;
  readonly content: Buffer;
  readonly brotli: Buffer | null;
}

/** A release that is written to the database. */
export interface NewRelease {
  readonly release: Release;
  readonly publishedAt: number;
  readonly publishedBy: string;
  readonly note: string | null;
  /** Contents of the files by path; null for a release whose files stay in their folder. */
  readonly contents: ReadonlyMap<string, FileContent> | null;
}

/** Repository of releases and their files. */
export interface ReleaseRepository {
  /** Returns the release of the shell, of a page without the shell or of a remote; null for an unknown release. */
  findRelease(name: ReleaseName, version: string): Promise<Release | null>;
  /** Returns a remote's release; null for an unknown release. */
  find(name: string, version: string): Promise<StoredRelease | null>;
  /** Returns the releases of one remote, or of all remotes, newest first. */
  list(name: string | null): Promise<StoredRelease[]>;
  /** Stores a release and its files. A release that exists already stays as it is, and gets files that it lacked. */
  put(newRelease: NewRelease): Promise<void>;
  /** Returns the files of a release, sorted by path. */
  findFiles(name: string, version: string): Promise<StoredFile[]>;
  /** Returns the size of all files of each release, as transferred, by `releaseIdOf`. */
  sumBytes(): Promise<ReadonlyMap<string, number>>;
  /** Returns the hash of a remote's file, whichever release it belongs to; null for an unknown file. */
  findIntegrity(name: string, path: string): Promise<string | null>;
  findContent(integrity: string): Promise<FileContent | null>;
  /**
   * Returns the paths of a release's files under which another release of the remote has another content. A page
   * requests a file by its path alone, so a path must always have the same content.
   */
  findReusedPaths(manifest: Pick<RemoteManifest, 'name' | 'files'>): Promise<string[]>;
  /** Deletes releases, and the file contents that no other release has. */
  remove(releases: readonly { readonly name: string; readonly version: string }[]): Promise<void>;
}

const storedReleaseOf = (releaseRow: ReleaseRow): StoredRelease => ({
  manifest: RemoteManifest.parse(fromJsonColumn(releaseRow.manifest)),
  publishedAt: Number(releaseRow.published_at),
  publishedBy: releaseRow.published_by,
  note: releaseRow.note,
  isStored: Boolean(releaseRow.is_stored),
});

/** Returns a text that identifies a release among all remotes. */
export const releaseIdOf = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `${name}@${version}`;

/** Returns the files of a release, as the database lists them. */
export const storedFilesOf = (
  { files }: Pick<RemoteManifest, 'files'>,
  contents: ReadonlyMap<string, FileContent>,
): StoredFile[] =>
  [...contents].map(([path, { content, brotli }]) => ({
    path,
    integrity: files[path] ?? '',
    bytes: (brotli ?? content).length,
  }));

/**
 * Creates the repository of releases. With the connection of a transaction, all its queries run in that transaction.
 */
export const createReleaseRepository = (connection: Connection): ReleaseRepository => {
  const knex = knexOf(connection);
  const releaseTable = () => knex<ReleaseRow>('release');

  const putContents = async (manifest: RemoteManifest, contents: ReadonlyMap<string, FileContent>): Promise<void> => {
    const { name, version, files } = manifest;
    // Stores one content after the other: a row may have hundreds of kilobytes, and contents of earlier releases are
    // stored already.
    for (const [path, { content, brotli }] of contents)
      await knex<ContentRow>('release_content')
        .insert({ integrity: files[path] ?? '', content, brotli })
        .onConflict('integrity')
        .ignore();
    const fileRows = storedFilesOf(manifest, contents).map((file): FileRow => ({ name, version, ...file }));
    await insertInChunks(fileRows, (chunk) =>
      knex<FileRow>('release_file').insert(chunk).onConflict(['name', 'version', 'path']).ignore(),
    );
  };

  return {
    async findRelease(name, version) {
      const releaseRow = await releaseTable().where({ name, version }).first('manifest');
      return releaseRow === undefined ? null : parseRelease(name, fromJsonColumn(releaseRow.manifest));
    },

    async find(name, version) {
      if (!name.startsWith('mf-')) return null;
      const releaseRow = await releaseTable().where({ name, version }).first();
      return releaseRow === undefined ? null : storedReleaseOf(releaseRow);
    },

    async list(name) {
      const releaseRows = await releaseTable()
        .where('name', 'like', 'mf-%')
        .andWhere(name === null ? {} : { name })
        .orderBy([{ column: 'published_at', order: 'desc' }, { column: 'name' }, { column: 'version' }]);
      return releaseRows.map(storedReleaseOf);
    },

    async put({ release: { name, manifest }, publishedAt, publishedBy, note, contents }) {
      const newRow = {
        name,
        version: manifest.version,
        manifest: JSON.stringify(manifest),
        published_at: publishedAt,
        published_by: publishedBy,
        note,
        is_stored: contents !== null,
        // Marks the new release as retired, because no channel delivers it yet.
        retired_at: publishedAt,
      };
      await releaseTable()
        .insert(newRow)
        .onConflict(['name', 'version'])
        .merge(contents === null ? ['manifest'] : ['manifest', 'is_stored']);
      if (contents !== null) await putContents(RemoteManifest.parse(manifest), contents);
    },

    findFiles: (name, version) =>
      knex<FileRow>('release_file').where({ name, version }).orderBy('path').select('path', 'integrity', 'bytes'),

    async sumBytes() {
      const sizeRows: { name: string; version: string; total: number | string }[] = await knex<FileRow>('release_file')
        .groupBy('name', 'version')
        .select('name', 'version', knex.raw('sum(bytes) as total'));
      return new Map(sizeRows.map((sum) => [releaseIdOf(sum), Number(sum.total)]));
    },

    findIntegrity: async (name, path) =>
      (await knex<FileRow>('release_file').where({ name, path }).first('integrity'))?.integrity ?? null,

    findContent: async (integrity) =>
      (await knex<ContentRow>('release_content').where({ integrity }).first('content', 'brotli')) ?? null,

    async findReusedPaths({ name, files }) {
      const knownFiles = await readInChunks(Object.keys(files), (paths) =>
        knex<FileRow>('release_file').where({ name }).whereIn('path', paths).select('path', 'integrity'),
      );
      return [
        ...new Set(knownFiles.filter(({ path, integrity }) => files[path] !== integrity).map(({ path }) => path)),
      ];
    },

    async remove(releases) {
      for (const { name, version } of releases) {
        await knex('release_file').where({ name, version }).delete();
        await knex('release_history').where({ name, version }).delete();
        await releaseTable().where({ name, version }).delete();
      }
      await knex('release_content').whereNotIn('integrity', knex('release_file').select('integrity')).delete();
    },
  };
};
