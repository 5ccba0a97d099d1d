import type { Knex } from 'knex';
import { parseRelease, ReleaseName } from './release-manifest';
import type { Release } from './release-manifest';

/** Where releases are kept, and which of them each channel points at. */
export interface ReleaseRepository {
  /** The releases that the stable channel points at, by name. */
  listStable(): Promise<Release[]>;
  /** Keeps a release and points the stable channel at it. */
  publish(release: Release, publishedAt: number): Promise<void>;
}

interface ReleaseRow {
  readonly name: string;
  readonly version: string;
  readonly manifest: unknown;
  readonly published_at: number | string;
}

interface ChannelRow {
  readonly name: string;
  readonly channel: string;
  readonly version: string;
}

const releaseOf = ({ name, manifest }: Pick<ReleaseRow, 'name' | 'manifest'>): Release =>
  parseRelease(ReleaseName.parse(name), typeof manifest === 'string' ? JSON.parse(manifest) : manifest);

/** Releases in the database. */
export const createReleaseRepository = (knex: Knex): ReleaseRepository => ({
  async listStable() {
    const rows: Pick<ReleaseRow, 'name' | 'manifest'>[] = await knex<ReleaseRow>('release')
      .join('release_channel', (join) => join.on('release.name', 'release_channel.name').andOn('release.version', 'release_channel.version'))
      .where('release_channel.channel', 'stable')
      .orderBy('release.name')
      .select('release.name', 'release.manifest');
    return rows.map(releaseOf);
  },

  async publish({ name, manifest }, publishedAt) {
    const row = { name, version: manifest.version, manifest: JSON.stringify(manifest), published_at: publishedAt };
    await knex<ReleaseRow>('release').insert(row).onConflict(['name', 'version']).merge(['manifest']);
    await knex<ChannelRow>('release_channel').insert({ name, channel: 'stable', version: manifest.version }).onConflict(['name', 'channel']).merge(['version']);
  },
});
