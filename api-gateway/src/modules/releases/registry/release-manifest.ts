import { RemoteName } from '@mahlzeit/contract';
import * as z from 'zod/mini';

/** Name of the shell beside those of the remotes. */
export const SHELL = 'shell';

/** What can be released. */
export const ReleaseName = z.union([z.literal(SHELL), RemoteName]);
export type ReleaseName = z.infer<typeof ReleaseName>;

/** Everything that can be released. */
export const releaseNames: readonly ReleaseName[] = [SHELL, ...RemoteName.options];

// Paths and hashes end up in HTML and headers: what these patterns let through needs no escaping there.
const FilePath = z.string().check(z.regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/));
const Integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const Version = z.string().check(z.regex(/^[A-Za-z0-9.+-]{1,128}$/));
const Files = z.record(FilePath, Integrity);

/** `dist/release.json` of a remote; paths are relative to the folder that it lies in. */
export const RemoteManifest = z
  .object({
    name: RemoteName,
    version: Version,
    contract: z.string(),
    entry: FilePath,
    globalName: z.string(),
    files: Files,
    bytes: z.int(),
    screens: z.array(z.string()),
    mainScreen: z.nullable(z.string()),
    slots: z.array(z.string()),
    commands: z.array(z.string()),
    preload: z.array(FilePath),
    // Releases from before the prerendered view have none.
    prerender: z._default(z.nullable(FilePath), null),
    // Releases from before the restaurant's console have none.
    partner: z._default(z.nullable(FilePath), null),
  })
  .check(
    z.refine(
      ({ entry, preload, prerender, partner, files }) =>
        [entry, ...preload, ...[prerender, partner].filter((path) => path !== null)].every((path) => path in files),
      { error: 'names a file that it has no hash of' },
    ),
  );
export type RemoteManifest = z.infer<typeof RemoteManifest>;

/** `dist/shell.json`. */
export const ShellManifest = z
  .object({
    version: Version,
    contract: z.string(),
    scripts: z.array(FilePath).check(z.minLength(1)),
    preload: z.array(FilePath),
    files: Files,
  })
  .check(
    z.refine(({ scripts, preload, files }) => [...scripts, ...preload].every((path) => path in files), {
      error: 'names a file that it has no hash of',
    }),
  );
export type ShellManifest = z.infer<typeof ShellManifest>;

/** One release of the shell or of a remote. */
export type Release =
  | { readonly name: typeof SHELL; readonly manifest: ShellManifest }
  | { readonly name: RemoteName; readonly manifest: RemoteManifest };

/** Reads a manifest; throws when it is not one of that name. */
export const parseRelease = (name: ReleaseName, json: unknown): Release => {
  if (name === SHELL) return { name, manifest: ShellManifest.parse(json) };
  const manifest = RemoteManifest.parse(json);
  if (manifest.name !== name) throw new Error(`the manifest of ${name} says that it is ${manifest.name}`);
  return { name, manifest };
};

/** Where the files of a release are served. */
export const publicPathOf = (name: ReleaseName, file: string): string =>
  name === SHELL ? `/assets/${file}` : `/remotes/${name}/${file}`;
