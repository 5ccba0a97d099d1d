import type { ReleaseFolder } from '../release-folder';
import type { CurrentReleases } from '../release-service';
import type { PrerenderRelease } from './first-view-book';
import { SHELL, publicPathOf } from '../release-manifest';

const ASSET = /\/assets\/([A-Za-z0-9._-]+)/g;

/** The release whose main screen can be prerendered; null where there is none. Pictures and fonts in it are the shell's, which may be of another day. */
export const prerenderReleaseOf = ({ shell, remotes }: CurrentReleases, folder: Pick<ReleaseFolder, 'verify'>): PrerenderRelease | null => {
  const remote = remotes.find(({ mainScreen, prerender }) => mainScreen !== null && prerender !== null);
  if (shell === null || remote === undefined || remote.prerender === null) return null;
  const { name, prerender, files } = remote;
  const integrity = files[prerender] ?? '';
  const served = new Set(Object.keys(shell.files).map((path) => publicPathOf(SHELL, path)));
  return {
    integrity: `${integrity} ${shell.version}`,
    file: () => folder.verify(name, prerender, integrity),
    has: ({ html, css }) => [...`${html}${css}`.matchAll(ASSET)].every(([path]) => served.has(path)),
  };
};
