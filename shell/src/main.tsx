import { startupSteps, yieldToBrowser } from '@mahlzeit/shared-ui/startup';
import { pageScripts } from './script-guard';

// Steps that evaluate the shell's modules in the first script. `pageScripts` comes first: it creates the script
// elements that load all further scripts.
const shellStartupSteps = [
  pageScripts,
  () => import(/* webpackMode: "eager", webpackExports: [] */ './remotes/remote-loader'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './shell-services'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './shell'),
];

/** Resolves once the HTML is parsed: scripts run before that, but the shell must find the complete page. */
const waitForPage = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    else resolve();
  });

const startInSteps = async (): Promise<void> => {
  for (const step of [...startupSteps, ...shellStartupSteps]) {
    await yieldToBrowser();
    await step();
  }
  await yieldToBrowser();
  const { startShell } = await import(/* webpackMode: "eager" */ './start-shell');
  await yieldToBrowser();
  await waitForPage();
  await startShell();
};

// Not awaited: an error is a defect, and the browser reports it.
void startInSteps();
