import type { PageSetup } from '@mahlzeit/contract';
import { browserTimers, createObservable, textsReady } from '@mahlzeit/shared-ui/platform';
import type { EventLog, ShellApi } from '@mahlzeit/shared-ui/platform';
import { createRoot } from 'react-dom/client';
import type { Snackbars } from '../messages/snackbars';
import type { RemoteLoader } from '../remotes/remote-loader';
import { readPageEntries } from '../remotes/page-entries';
import { createFaults } from './faults';
import type { Faults } from './faults';
import { followEdits } from './follow-edits';
import { changesOf } from './page-changes';
import { text } from './qa-texts';
import { QaTools } from './qa-tools';
import { watchRemoteStates } from './remote-states';
import { createTestActions } from './test-actions';
import { createTestSettings } from './test-settings';

interface TestToolsDeps {
  readonly loader: Pick<RemoteLoader, 'onArrival'>;
  readonly eventLog: Pick<EventLog, 'subscribe'>;
  readonly clock: Pick<ShellApi['clock'], 'now'>;
  readonly snackbar: Snackbars['show'];
  /** Mounts all screens again. The number `edition` is different each time. */
  remount(edition: number): void;
}

/** Tools for testers: faults and delays, and the panel with its badge. */
export interface TestTools extends Faults {
  /** Shows the panel for testers, or its badge, beside the running page. */
  start(deps: TestToolsDeps): void;
}

/** Attribute by which react-aria leaves an element alone while a dialog is open. */
const TOP_LAYER_ATTRIBUTE = 'data-react-aria-top-layer';

/** Creates the tools for testers. Throws if the deployment doesn't allow them. */
export const createTestTools = ({ overrides, remotes }: PageSetup, browser: Window): TestTools => {
  if (overrides === null) throw new Error('This deployment allows no overrides');
  const settingsStore = createTestSettings(() => browser.sessionStorage);
  const settings = settingsStore.read();
  const isPanelOpen = createObservable(settings.isPanelOpen || new URLSearchParams(browser.location.search).has('qa'));
  isPanelOpen.subscribe(() => settingsStore.write({ ...settingsStore.read(), isPanelOpen: isPanelOpen.get() }));
  const actions = createTestActions({
    settings: settingsStore,
    browser,
    overriddenNames: overrides.remotes.map(({ name }) => name),
  });
  const changes = changesOf(overrides, settings);

  const showProblems = (snackbar: TestToolsDeps['snackbar']): void => {
    for (const { name, value, outcome } of changes.problems)
      snackbar({
        tone: 'error',
        text: text(`Problem_${outcome}`, { name, value }),
        action: { label: text('Reset'), run: () => actions.showRelease(name, null) },
      });
  };

  const followDevServers = (remount: TestToolsDeps['remount']): void => {
    if (!remotes.some(({ origin }) => origin !== null)) return;
    let edition = 0;
    followEdits({
      browser,
      remount: () => remount((edition += 1)),
      reload: () => browser.location.reload(),
    });
  };

  return {
    ...createFaults(settings, browserTimers),
    start({ loader, eventLog, clock, snackbar, remount }) {
      followDevServers(remount);
      showProblems(snackbar);
      const container = browser.document.createElement('div');
      container.setAttribute(TOP_LAYER_ATTRIBUTE, 'true');
      browser.document.body.append(container);
      const states = watchRemoteStates({ remotes, loader, eventLog, globals: browser });
      void textsReady().then(() =>
        createRoot(container).render(
          <QaTools
            overrides={overrides}
            remotes={remotes}
            screenLabel={readPageEntries(browser.document).screenLabel}
            now={clock.now}
            settings={settings}
            changes={changes}
            states={states}
            isPanelOpen={isPanelOpen}
            actions={actions}
          />,
        ),
      );
    },
  };
};
