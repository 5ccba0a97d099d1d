import { RemoteEntries } from '@mahlzeit/contract';
import * as z from 'zod/mini';

/** Name of the shell's release. */
export const SHELL = 'shell';

/** Name of the release of the restaurant's console, which is a separate page. */
export const CONSOLE = 'partner-console';

/**
 * Name of a remote's release, for example `mf-social`. The prefix in its type distinguishes it from the other names.
 */
export const RemoteName = z.templateLiteral(['mf-', z.string().check(z.regex(/^[a-z0-9-]+$/))]);
type RemoteName = z.infer<typeof RemoteName>;

/** Name of the shell, of the restaurant's console or of a remote. */
export const ReleaseName = z.union([z.literal(SHELL), z.literal(CONSOLE), RemoteName]);
export type ReleaseName = z.infer<typeof ReleaseName>;

// Paths and hashes appear in HTML and headers. These patterns allow only characters that need no escaping there.
const FilePath = z.string().check(z.regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/));
const Integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const Version = z.string().check(z.regex(/^[A-Za-z0-9.+-]{1,128}$/));
const FileHashes = z.record(FilePath, Integrity);
const AddressName = z.string().check(z.regex(/^(\/[a-z]+|[a-zA-Z]+)$/));

/** Manifest of a remote, `dist/release.json`; paths are relative to its folder. */
export const RemoteManifest = z
  .object({
    name: RemoteName,
    version: Version,
    contract: z.string(),
    entry: FilePath,
    globalName: z.string(),
    files: FileHashes,
    bytes: z.int(),
    screens: z.array(z.string()),
    mainScreen: z.nullable(z.string()),
    slots: z.array(z.string()),
    commands: z.array(z.string()),
    // The manifests of older releases lack the next three fields. Their screens open by their URL only.
    addresses: z._default(z.record(AddressName, z.array(z.string())), {}),
    frames: z._default(z.record(z.string(), z.enum(['low', 'wide'])), {}),
    entries: z._default(RemoteEntries, { titles: {}, drawer: [], notifications: {} }),
    preload: z.array(FilePath),
    // The manifests of older releases name no prerendered view.
    prerender: z._default(z.nullable(FilePath), null),
  })
  .check(
    z.refine(
      ({ entry, preload, prerender, files }) =>
        [entry, ...preload, ...(prerender === null ? [] : [prerender])].every((path) => path in files),
      { error: 'names a file that it has no hash of' },
    ),
  );
export type RemoteManifest = z.infer<typeof RemoteManifest>;

/** Manifest of the shell, `dist/shell.json`. */
export const ShellManifest = z
  .object({
    version: Version,
    contract: z.string(),
    scripts: z.array(FilePath).check(z.minLength(1)),
    preload: z.array(FilePath),
    files: FileHashes,
  })
  .check(
    z.refine(({ scripts, preload, files }) => [...scripts, ...preload].every((path) => path in files), {
      error: 'names a file that it has no hash of',
    }),
  );
export type ShellManifest = z.infer<typeof ShellManifest>;

/** Manifest of the restaurant's console, `dist/release.json`; paths are relative to its folder. */
export const ConsoleManifest = z
  .object({ name: z.literal(CONSOLE), version: Version, script: FilePath, files: FileHashes })
  .check(z.refine(({ script, files }) => script in files, { error: 'names a file that it has no hash of' }));
export type ConsoleManifest = z.infer<typeof ConsoleManifest>;

/** One release of the shell, of the restaurant's console or of a remote. */
export type Release =
  | { readonly name: typeof SHELL; readonly manifest: ShellManifest }
  | { readonly name: typeof CONSOLE; readonly manifest: ConsoleManifest }
  | { readonly name: RemoteName; readonly manifest: RemoteManifest };

/** Parses a manifest. Throws for an invalid manifest and for one with another name. */
export const parseRelease = (name: ReleaseName, json: unknown): Release => {
  if (name === SHELL) return { name, manifest: ShellManifest.parse(json) };
  if (name === CONSOLE) return { name, manifest: ConsoleManifest.parse(json) };
  const manifest = RemoteManifest.parse(json);
  if (manifest.name !== name) throw new Error(`The manifest of ${name} has the name ${manifest.name}`);
  return { name, manifest };
};

/** Returns the folder of a release's package, relative to the repository. */
export const packageFolderOf = (name: ReleaseName): string => (name === CONSOLE ? `mf-ordering/${CONSOLE}` : name);

/** Returns the path at which the gateway serves a file of a release. */
export const publicPathOf = (name: ReleaseName, file: string): string => {
  if (name === SHELL) return `/assets/${file}`;
  return name === CONSOLE ? `/partner/${file}` : `/remotes/${name}/${file}`;
};
