import { RemoteEntries } from '@mahlzeit/contract';
import type { ReleaseChannel } from '@mahlzeit/contract';
import { valid } from 'semver';
import * as z from 'zod/mini';
import { isPageName, PAGE_NAMES, SEPARATE_PAGES } from './separate-pages';
import type { PageName } from './separate-pages';

/** Name of the shell's release. */
export const SHELL_NAME = 'shell';

/**
 * Name of a remote's release, for example `mf-social`. The prefix `mf-` in its type distinguishes it from the other
 * names.
 */
export const RemoteName = z.templateLiteral(['mf-', z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))]);
export type RemoteName = z.infer<typeof RemoteName>;

/** Name of the shell, of a page without the shell or of a remote. */
export const ReleaseName = z.union([z.literal(SHELL_NAME), z.literal([...PAGE_NAMES]), RemoteName]);
export type ReleaseName = z.infer<typeof ReleaseName>;

// Pattern of paths and hashes in a manifest. They appear in HTML and headers, so the pattern allows only characters
// that need no escaping there.
const FilePath = z.string().check(z.regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/));
const IntegrityHash = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const ReleaseVersion = z.string().check(z.regex(/^[A-Za-z0-9.+-]{1,128}$/));
const FileHashes = z.record(FilePath, IntegrityHash);
/** Versions of the shared packages, by package. */
const SharedVersions = z._default(
  z.record(z.string(), z.string().check(z.refine((version) => valid(version) !== null))),
  {},
);
// Schema of the names that a manifest lists. The limit keeps the comparison of two releases short.
const DeclaredNames = z.array(z.string()).check(z.maxLength(500));
const UsedParts = z.object({ screens: DeclaredNames, slots: DeclaredNames, commands: DeclaredNames });
const ScreenScripts = z.object({ own: z.array(FilePath), shared: DeclaredNames });
const AddressName = z.string().check(z.regex(/^(\/[a-z]+|[a-zA-Z]+)$/));

/** Manifest of a remote's release, `dist/release.json`; paths are relative to its folder. */
export const RemoteManifest = z
  .object({
    name: RemoteName,
    version: ReleaseVersion,
    contract: z.string(),
    entry: FilePath,
    globalName: z.string(),
    files: FileHashes,
    bytes: z.int(),
    screens: DeclaredNames,
    mainScreen: z.nullable(z.string()),
    slots: DeclaredNames,
    commands: DeclaredNames,
    // Addresses in the app's URL. The manifests of older releases lack `addresses`, `frames` and `entries`, so the
    // screens of these releases open only by their URL.
    addresses: z._default(z.record(AddressName, z.array(z.string())), {}),
    frames: z._default(z.record(z.string(), z.enum(['low', 'wide'])), {}),
    entries: z._default(RemoteEntries, { titles: {}, drawer: [], notifications: {} }),
    // Parts of other remotes that this remote uses. The manifests of older releases don't name them.
    uses: z._default(UsedParts, { screens: [], slots: [], commands: [] }),
    preload: z.array(FilePath),
    // The screens of older releases are loaded when they open, and not before.
    screenScripts: z._default(z.record(z.string(), ScreenScripts), {}),
    // The manifests of older releases name no prerendered view, no shared packages and no commit.
    prerender: z._default(z.nullable(FilePath), null),
    shared: SharedVersions,
    commit: z._default(z.nullable(z.string().check(z.regex(/^[0-9a-f]{7,64}$/))), null),
  })
  .check(
    z.refine(
      ({ entry, preload, screenScripts, prerender, files }) =>
        [
          entry,
          ...preload,
          ...Object.values(screenScripts).flatMap(({ own }) => own),
          ...(prerender === null ? [] : [prerender]),
        ].every((path) => Object.hasOwn(files, path)),
      { error: 'names a file that it has no hash of' },
    ),
  );
export type RemoteManifest = z.infer<typeof RemoteManifest>;

/** Manifest of the shell's release, `dist/shell.json`. */
export const ShellManifest = z
  .object({
    version: ReleaseVersion,
    contract: z.string(),
    scripts: z.array(FilePath).check(z.minLength(1)),
    preload: z.array(FilePath),
    files: FileHashes,
    // Older releases don't name the scripts of their shared modules.
    sharedScripts: z._default(z.record(z.string(), z.array(FilePath)), {}),
    // Development builds and older releases have no service worker.
    worker: z._default(z.nullable(FilePath), null),
    shared: SharedVersions,
  })
  .check(
    z.refine(
      ({ scripts, preload, sharedScripts, worker, files }) =>
        [...scripts, ...preload, ...Object.values(sharedScripts).flat(), ...(worker === null ? [] : [worker])].every(
          (path) => Object.hasOwn(files, path),
        ),
      { error: 'names a file that it has no hash of' },
    ),
  );
export type ShellManifest = z.infer<typeof ShellManifest>;

/** Manifest of the release of a page without the shell, `dist/release.json`; paths are relative to its folder. */
export const PageManifest = z
  .object({ name: z.literal([...PAGE_NAMES]), version: ReleaseVersion, script: FilePath, files: FileHashes })
  .check(
    z.refine(({ script, files }) => Object.hasOwn(files, script), { error: 'names a file that it has no hash of' }),
  );
export type PageManifest = z.infer<typeof PageManifest>;

/** One release of the shell, of a page without the shell or of a remote. */
export type Release =
  | { readonly name: typeof SHELL_NAME; readonly manifest: ShellManifest }
  | { readonly name: PageName; readonly manifest: PageManifest }
  | { readonly name: RemoteName; readonly manifest: RemoteManifest };

const withName = <Manifest extends { readonly name: string }>(releaseName: string, manifest: Manifest): Manifest => {
  if (manifest.name === releaseName) return manifest;
  throw new Error(`The manifest of ${releaseName} has the name ${manifest.name}`);
};

/** Parses the manifest of a release. Throws for an invalid manifest and for a manifest with another name. */
export const parseRelease = (releaseName: ReleaseName, manifestJson: unknown): Release => {
  if (releaseName === SHELL_NAME) return { name: releaseName, manifest: ShellManifest.parse(manifestJson) };
  if (isPageName(releaseName))
    return { name: releaseName, manifest: withName(releaseName, PageManifest.parse(manifestJson)) };
  return { name: releaseName, manifest: withName(releaseName, RemoteManifest.parse(manifestJson)) };
};

/** Returns the folder of the package from which a release is built, relative to the repository. */
export const packageFolderOf = (releaseName: ReleaseName): string =>
  isPageName(releaseName) ? SEPARATE_PAGES[releaseName].folder : releaseName;

/** Returns the path at which the gateway serves a file of a release. */
export const publicPathOf = (releaseName: ReleaseName, file: string): string => {
  if (releaseName === SHELL_NAME) return `/assets/${file}`;
  return isPageName(releaseName) ? `${SEPARATE_PAGES[releaseName].path}/${file}` : `/remotes/${releaseName}/${file}`;
};

/** Delivery of a remote's release to a visitor: the channel, and its share. */
export interface RemoteDelivery {
  readonly channel: ReleaseChannel;
  /** Percentage of the channel's visitors who get the release. */
  readonly share: number;
}

/**
 * Releases that visitors load now. Before its first build, the shell is null, and a page without the shell or a remote
 * is absent.
 */
export interface CurrentReleases {
  readonly shell: ShellManifest | null;
  readonly pages: readonly PageManifest[];
  readonly remotes: readonly RemoteManifest[];
  /** Channels and shares of the remotes' releases, by the name of the remote; missing for `stable` with 100 percent. */
  readonly deliveryByRemote?: ReadonlyMap<string, RemoteDelivery>;
}
