import { join } from 'node:path';
import { Registry } from '@mahlzeit/contract';
import type { RegistryRemote } from '@mahlzeit/contract';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { changeEntry } from '../../fixtures/broken-release';
import { answerChanged } from '../../fixtures/changed-answer';
import type { ServedRelease } from '../../fixtures/broken-release';
import type { Remote } from '../../world/product';
import { builtProductFolder } from '../../world/product';

declare global {
  interface Window {
    /** True if the screens throw in a release that was made faulty. */
    isRemoteFaulty?: boolean;
  }
}

/** Fault of a remote's files: a function that answers the request for one of these files. */
type FileFault = (route: Route, isEntry: boolean) => Promise<void>;

/** Fault of a remote's release: a function that returns a changed entry script. */
type ReleaseFault = (script: string, globalName: string) => string;

const continueRequest = (route: Route): Promise<void> => route.continue();

/** Time in ms that each file takes on a slow line. */
const SLOW_FILE_MS = 5_000;

/** Faults of a remote's files, by name. */
export const FILE_FAULTS = {
  '503': (route) => route.fulfill({ status: 503 }),
  hang: () => new Promise<void>(() => undefined),
  'HTML instead of JS': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Nein' }),
  'wrong hash': (route) => answerChanged(route, (script) => `${script}\n`),
  'slow, 5 s a file': async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_FILE_MS));
    // The page may be closed already, so that the request can't continue.
    await route.continue().catch(() => undefined);
  },
  'deleted chunk': (route, isEntry) => (isEntry ? continueRequest(route) : route.fulfill({ status: 404 })),
} satisfies Record<string, FileFault>;

/**
 * Returns a fault that changes the entry script: each screen gets another `mount`. `props` is an expression with the
 * props of the mount.
 */
const withScreens =
  (mount: string): ReleaseFault =>
  (script, globalName) =>
    `${script}
;(() => {
  const container = ${globalName};
  const isFaulty = () => globalThis.isRemoteFaulty === true;
  const breakScreen = (screen) => ({
    ...screen,
    load: async () => {
      const { default: module } = await screen.load();
      ${mount}
      return { default: { ...module, mount, update: (props) => module.update(wrap(props)) } };
    },
  });
  ${globalName} = {
    ...container,
    get: async (id) => {
      const { default: declaration } = (await container.get(id))();
      return () => ({ default: { ...declaration, screens: declaration.screens.map(breakScreen) } });
    },
  };
})();`;

/** Faults of a remote's release, by name. */
export const RELEASE_FAULTS = {
  'other React major': (script) => script.replaceAll(/requiredVersion:"\^19[^"]*"/g, 'requiredVersion:"^20.0.0"'),
  'throws on load': () => 'throw new Error("This release is broken.");',
  'throws on mount': withScreens(`
      const wrap = (props) => props;
      const mount = (props) => isFaulty() ? Promise.reject(new Error('This screen is broken.')) : module.mount(props);`),
  // React reads session and store while it renders, so an error that `getSnapshot` throws counts as an error of the
  // screen.
  'throws after 1 s': withScreens(`
      const dueAt = Date.now() + 1000;
      const wrap = (props) => {
        const { session, store } = props.shell;
        const breakable = (source, read) => ({
          ...source,
          [read]: () => {
            if (isFaulty() && Date.now() >= dueAt) throw new Error('This screen is broken.');
            return source[read]();
          },
          subscribe(listener) {
            setTimeout(listener, 1000);
            return source.subscribe(listener);
          },
        });
        const shell = { ...props.shell, session: breakable(session, 'get'), store: breakable(store, 'getState') };
        return { ...props, shell };
      };
      const mount = (props) => module.mount(wrap(props));`),
} satisfies Record<string, ReleaseFault>;

const escapeJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const fileOf = (path: string): string => {
  const [, , remote = '', file = ''] = path.split('/');
  return join(builtProductFolder, remote, 'dist', file);
};

/** Lets a test break one remote for the pages of one browser context. */
export interface FaultyRemote {
  breakFiles(fault: FileFault): void;
  /** Delivers a faulty release to pages that load afterwards, and to those that ask for the registry. */
  breakRelease(fault: ReleaseFault): void;
  /** Serves all files again as they were built. Requests that hang already keep hanging. */
  repair(page: Page): Promise<void>;
}

/** Prepares a browser context, in which a test then breaks one remote. */
export const prepareFaults = async (
  context: BrowserContext,
  worldUrl: string,
  remoteName: Remote,
): Promise<FaultyRemote> => {
  const registry = Registry.parse(await (await fetch(`${worldUrl}/registry.json`)).json());
  const remote = registry.remotes.find(({ name }) => name === remoteName);
  if (remote === undefined) throw new Error(`The registry has no ${remoteName}`);
  let fileFault: FileFault = continueRequest;
  let faultyRelease: ServedRelease | null = null;

  const withFaultyRelease = (text: string): string => {
    if (faultyRelease === null) return text;
    const { remote: faulty } = faultyRelease;
    const faultyRemoteFor = (candidate: RegistryRemote) => (candidate.name === remoteName ? faulty : candidate);
    const withFaultyRemote = (json: string): string => {
      const parsedRegistry: { remotes: RegistryRemote[] } = JSON.parse(json);
      return escapeJson({ ...parsedRegistry, remotes: parsedRegistry.remotes.map(faultyRemoteFor) });
    };
    if (text.startsWith('{')) return withFaultyRemote(text);
    return text.replace(
      /(id="registry">)(.*?)(<\/script>)/s,
      (_, start, json, end) => start + withFaultyRemote(json) + end,
    );
  };
  await context.route(/\/(restaurants|registry\.json)(\?|$)/, (route) =>
    faultyRelease === null ? continueRequest(route) : answerChanged(route, withFaultyRelease),
  );
  await context.route(new RegExp(`/remotes/${remoteName}/`), (route) => {
    const { pathname } = new URL(route.request().url());
    const content = faultyRelease?.contents.get(pathname);
    if (content !== undefined) return route.fulfill({ contentType: 'text/javascript', body: content });
    return fileFault(route, pathname.includes('/remoteEntry.'));
  });
  await context.addInitScript(() => {
    window.isRemoteFaulty = true;
  });

  return {
    breakFiles: (fault) => (fileFault = fault),
    breakRelease: (fault) => (faultyRelease = changeEntry(remote, fileOf, fault)),
    async repair(page) {
      fileFault = continueRequest;
      faultyRelease = null;
      await page.evaluate(() => (window.isRemoteFaulty = false));
    },
  };
};
