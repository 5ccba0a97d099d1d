import { startupSteps, yieldToBrowser } from '@mahlzeit/shared-ui/startup';
import { pageScripts } from './guard/page-scripts';

// The shell's own part of the first script; the way to ask for other scripts comes first.
const shellSteps = [
  pageScripts,
  () => import(/* webpackMode: "eager", webpackExports: [] */ './loader/remote-loader'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './create-chrome'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './shell'),
];

const startInSteps = async (): Promise<void> => {
  for (const step of [...startupSteps, ...shellSteps]) {
    await yieldToBrowser();
    await step();
  }
  await yieldToBrowser();
  const { startShell } = await import(/* webpackMode: "eager" */ './start-shell');
  await yieldToBrowser();
  await startShell();
};

// Nobody waits for it: what goes wrong on the way is a defect, and the browser reports it as one.
void startInSteps();
