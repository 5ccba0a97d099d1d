import { startupSteps, yieldToBrowser } from '@mahlzeit/shared-ui/startup';
import { pageScripts } from './script-guard';

// Steps of the shell in the first script; the script factory comes first, because all other scripts need it.
const shellSteps = [
  pageScripts,
  () => import(/* webpackMode: "eager", webpackExports: [] */ './remotes/remote-loader'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './shell-services'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './shell'),
];

/**
 * Resolves once the HTML is parsed. Scripts are fetched during parsing, and the shell may only take over a complete
 * page.
 */
const pageRead = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    else resolve();
  });

const startInSteps = async (): Promise<void> => {
  for (const step of [...startupSteps, ...shellSteps]) {
    await yieldToBrowser();
    await step();
  }
  await yieldToBrowser();
  const { startShell } = await import(/* webpackMode: "eager" */ './start-shell');
  await yieldToBrowser();
  await pageRead();
  await startShell();
};

// Not awaited: an error is a defect, and the browser reports it.
void startInSteps();
