import type { Deployment, Timers } from '@mahlzeit/shared-ui/platform';
import { pageScripts } from '../script-guard';
import { appKeyOf, isStoredPage } from '../worker/stored-page';
import type { StoreAppMessage } from '../worker/worker-message';

/** Part of `navigator.serviceWorker` that registers and updates the service worker. */
interface WorkerContainer {
  register(url: string, options: { readonly updateViaCache: 'none' }): Promise<unknown>;
  getRegistration(): Promise<{ update(): Promise<unknown> } | undefined>;
  readonly ready: Promise<{ readonly active: { postMessage(message: StoreAppMessage): void } | null }>;
}

export interface StoreAppDeps {
  readonly deployment: Pick<Deployment, 'worksOffline'>;
  readonly timers: Timers;
  readonly page: Document;
  readonly navigator: {
    /** Functions for service workers; absent in browsers without them, and on pages without HTTPS. */
    readonly serviceWorker?: WorkerContainer;
    readonly connection?: { readonly saveData?: boolean };
  };
  /**
   * Whether a tester has chosen other releases for this browser. They must stay in this page and must not be stored.
   */
  readonly isOverridden: boolean;
  /** Returns the URL of the service worker in the form that the page's Trusted Types policy admits. */
  workerUrl?(): Promise<string>;
}

/**
 * Time in ms after the start of the deferred parts before the worker is installed, so that the first visit gets its
 * list and pictures first.
 */
const QUIET_MS = 3_000;

const REGISTRY_ELEMENT_ID = 'registry';

/**
 * Installs the service worker and lets it store the app, so that the app opens without a network. Waits until the page
 * is quiet. For users who save data, only the worker is installed; it then stores the files that their pages load
 * anyway. Returns a cancel function.
 */
export const storeApp = ({
  deployment,
  timers,
  page,
  navigator: { serviceWorker, connection },
  isOverridden,
  workerUrl = async () => (await pageScripts()).workerUrl(),
}: StoreAppDeps): (() => void) => {
  if (isOverridden || serviceWorker === undefined) return () => undefined;
  // Updates an installed worker after the operator has switched it off: the update is a worker that removes itself. The
  // browser would look for an update by itself, but later.
  const updateInstalled = async (): Promise<void> => {
    try {
      await (await serviceWorker.getRegistration())?.update();
    } catch {
      // Without a network, the worker stays until a later page updates it.
    }
  };
  const installAndStore = async (): Promise<void> => {
    try {
      await serviceWorker.register(await workerUrl(), { updateViaCache: 'none' });
    } catch {
      // Private windows and managed browsers refuse service workers. The app then works only online.
      return;
    }
    if (connection?.saveData === true) return;
    const { active } = await serviceWorker.ready;
    const registryText = page.getElementById(REGISTRY_ELEMENT_ID)?.textContent ?? '';
    active?.postMessage({ type: 'storeApp', appKey: isStoredPage(page) ? null : appKeyOf(registryText) });
  };
  // The promise isn't awaited, because the installation needs no further step.
  return timers.after(QUIET_MS, () => void (deployment.worksOffline ? installAndStore() : updateInstalled()));
};
