import { pageScripts } from './script-guard';

/** Resolves once the HTML is parsed: scripts run before that, but the shell must find the complete page. */
const waitForPage = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    else resolve();
  });

const start = async (): Promise<void> => {
  // `pageScripts` runs first, because it creates the script elements that load all further scripts.
  await pageScripts();
  const { startShell } = await import(/* webpackMode: "eager" */ './start-shell');
  await waitForPage();
  await startShell();
};

// The promise isn't awaited: an error is a programming error, and the browser reports it.
void start();
