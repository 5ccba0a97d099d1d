import type { SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import { createLazyModule } from '../loading/lazy-module';
import { createDrawer } from './drawer';

const startDrawer = (panelLoaders: (() => Promise<string>)[]) => {
  const snackbars: SnackbarMessage[] = [];
  const drawerSteps: string[] = [];
  const drawer = createDrawer({
    panel: createLazyModule(() => panelLoaders.shift()?.() ?? Promise.resolve('panel')),
    track: (work) => work,
    snackbar: (message) => void snackbars.push(message),
    rememberOpener: () => void drawerSteps.push('opener noted'),
  });
  return { drawer, said: snackbars, steps: drawerSteps };
};

it('opens once its panel is loaded, and stores its opener', async () => {
  const { drawer, steps, said } = startDrawer([]);
  const openPromise = drawer.open();
  expect(drawer.get()).toBe(false);
  await openPromise;
  expect(drawer.get()).toBe(true);
  expect(steps).toEqual(['opener noted']);
  drawer.close();
  expect(drawer.get()).toBe(false);
  expect(said).toEqual([]);
});

it('shows an error for a failed load, and opens on a retry', async () => {
  const { drawer, said } = startDrawer([() => Promise.reject(new Error('503'))]);
  await drawer.open();
  expect(drawer.get()).toBe(false);
  expect(said).toMatchObject([
    {
      text: 'Das kommt gerade nicht. Versuch es gleich noch einmal.',
      tone: 'error',
      action: { label: 'Erneut versuchen' },
    },
  ]);
  said[0]?.action?.run();
  await drawer.open();
  expect(drawer.get()).toBe(true);
});
