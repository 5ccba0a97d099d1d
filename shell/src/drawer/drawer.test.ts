import type { SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import { createLazyModule } from '../loading/lazy-module';
import { createDrawer } from './drawer';

const start = (answers: (() => Promise<string>)[]) => {
  const snackbars: SnackbarMessage[] = [];
  const steps: string[] = [];
  const drawer = createDrawer({
    panel: createLazyModule(() => answers.shift()?.() ?? Promise.resolve('panel')),
    track: (work) => work,
    snackbar: (message) => void snackbars.push(message),
    rememberOpener: () => void steps.push('opener noted'),
  });
  return { drawer, said: snackbars, steps };
};

it('opens once its panel is loaded, and stores its opener', async () => {
  const { drawer, steps, said } = start([]);
  const opened = drawer.open();
  expect(drawer.get()).toBe(false);
  await opened;
  expect(drawer.get()).toBe(true);
  expect(steps).toEqual(['opener noted']);
  drawer.close();
  expect(drawer.get()).toBe(false);
  expect(said).toEqual([]);
});

it('shows an error for a failed load, and opens on a retry', async () => {
  const { drawer, said } = start([() => Promise.reject(new Error('503'))]);
  await drawer.open();
  expect(drawer.get()).toBe(false);
  expect(said).toMatchObject([
    { text: 'Das lädt gerade nicht. Prüf deine Verbindung.', tone: 'error', action: { label: 'Erneut versuchen' } },
  ]);
  said[0]?.action?.run();
  await drawer.open();
  expect(drawer.get()).toBe(true);
});
