import { startupSteps, yieldToBrowser } from '@mahlzeit/shared-ui/startup';
import { pageScripts } from './script-guard';

// The shell's own part of the first script; the way to ask for other scripts comes first.
const shellSteps = [
  pageScripts,
  () => import(/* webpackMode: "eager", webpackExports: [] */ './remotes/remote-loader'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './shell-services'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './shell'),
];

/**
 * The scripts are asked for while the page is still read: whatever it shows until then has to be there before the shell
 * takes it over.
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

// Nobody waits for it: what goes wrong on the way is a defect, and the browser reports it as one.
void startInSteps();
