import type { Deployment, Timers } from '@mahlzeit/shared-ui/platform';
import { pageScripts } from '../script-guard';
import { appKeyOf, isStoredPage } from '../worker/stored-page';
import type { StoreAppMessage } from '../worker/worker-message';

/** Part of `navigator.serviceWorker` that registers and updates the worker. */
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
    /** Absent in browsers without service workers, and on pages without HTTPS. */
    readonly serviceWorker?: WorkerContainer;
    readonly connection?: { readonly saveData?: boolean };
  };
  /** Whether this browser gets other releases than the others; only this page is to have them. */
  readonly isOverridden: boolean;
  /** Returns the address of the worker as the page's policy admits it. */
  workerUrl?(): Promise<string>;
}

/** Time in ms after the start of the deferred parts, so that the first visit has its list and its pictures. */
const QUIET_MS = 3_000;

const REGISTRY_ELEMENT_ID = 'registry';

/**
 * Installs the service worker and lets it keep the app, so that it opens without a network. Waits until the page is
 * quiet. Users who save data get the worker alone, which keeps the files that their pages load anyway. Returns a cancel
 * function.
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
  // The operator has switched the worker off: its update is the worker that removes itself. The browser would look for
  // an update by itself, but later.
  const updateInstalled = async (): Promise<void> => {
    try {
      await (await serviceWorker.getRegistration())?.update();
    } catch {
      // Without a network the worker stays until the next page.
    }
  };
  const installAndStore = async (): Promise<void> => {
    try {
      await serviceWorker.register(await workerUrl(), { updateViaCache: 'none' });
    } catch {
      // Private windows and managed browsers refuse workers; the app then works online alone.
      return;
    }
    if (connection?.saveData === true) return;
    const { active } = await serviceWorker.ready;
    const registryText = page.getElementById(REGISTRY_ELEMENT_ID)?.textContent ?? '';
    active?.postMessage({ type: 'storeApp', appKey: isStoredPage(page) ? null : appKeyOf(registryText) });
  };
  // Not awaited: the worker works on its own.
  return timers.after(QUIET_MS, () => void (deployment.worksOffline ? installAndStore() : updateInstalled()));
};
