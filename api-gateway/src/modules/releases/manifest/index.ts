export {
  CONSOLE_NAME,
  packageFolderOf,
  parseRelease,
  publicPathOf,
  ReleaseName,
  RemoteManifest,
  RemoteName,
  SHELL_NAME,
} from './release-manifest';
export type { ConsoleManifest, CurrentReleases, Release, ShellManifest } from './release-manifest';
