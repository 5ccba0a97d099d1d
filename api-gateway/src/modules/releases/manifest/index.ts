export {
  packageFolderOf,
  parseRelease,
  publicPathOf,
  ReleaseName,
  RemoteManifest,
  RemoteName,
  SHELL_NAME,
} from './release-manifest';
export type { CurrentReleases, PageManifest, Release, RemoteDelivery, ShellManifest } from './release-manifest';
export { isPageName, PAGE_NAMES, SEPARATE_PAGES } from './separate-pages';
export type { PageName } from './separate-pages';
