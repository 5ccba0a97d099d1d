import type { ReleaseFolder } from '../release-folder';
import type { CurrentReleases } from '../release-service';
import type { DrawnRelease } from './first-view-book';
import { SHELL, publicPathOf } from '../release-manifest';

const ASSET = /\/assets\/([A-Za-z0-9._-]+)/g;

/** The release whose main screen draws a first view; null where none does. Pictures and fonts in it are the shell's, which may be of another day. */
export const drawnReleaseOf = ({ shell, remotes }: CurrentReleases, folder: Pick<ReleaseFolder, 'verify'>): DrawnRelease | null => {
  const remote = remotes.find(({ mainScreen, firstView }) => mainScreen !== null && firstView !== null);
  if (shell === null || remote === undefined || remote.firstView === null) return null;
  const { name, firstView, files } = remote;
  const integrity = files[firstView] ?? '';
  const served = new Set(Object.keys(shell.files).map((path) => publicPathOf(SHELL, path)));
  return {
    integrity: `${integrity} ${shell.version}`,
    file: () => folder.verify(name, firstView, integrity),
    has: ({ html, css }) => [...`${html}${css}`.matchAll(ASSET)].every(([path]) => served.has(path)),
  };
};
