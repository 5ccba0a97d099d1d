import { createLazyModule } from '../lazy-part';
import type { DialogModule } from '../dialog-parts';
import { createAlerts } from './create-alerts';
import { createAsk } from './create-ask';

const request = { title: 'Abmelden?', text: '', actions: [{ id: 'yes', label: 'Ja', tone: 'primary' as const }] };

const start = (importPart: () => ReturnType<DialogModule['load']>) => {
  const alerts = createAlerts();
  const said: string[] = [];
  const ask = createAsk({
    alerts,
    dialogModule: { ...createLazyModule(() => Promise.reject(new Error('not used'))), load: importPart },
    track: (work) => work,
    snackbar: ({ text }) => said.push(text),
  });
  return { alerts, said, ask };
};

it('asks once the dialog is there', async () => {
  const dialogs = await import('@mahlzeit/shared-ui/ui/dialog');
  const { alerts, ask, said } = start(() => Promise.resolve({ ok: true, value: dialogs }));
  const answer = ask(request);
  await Promise.resolve();
  await Promise.resolve();
  alerts.answer(alerts.get()?.id ?? -1, 'yes');
  await expect(answer).resolves.toBe('yes');
  expect(said).toEqual([]);
});

it('counts as dismissed, and says so, where the dialog cannot be had', async () => {
  const { alerts, ask, said } = start(() => Promise.resolve({ ok: false, error: 'unavailable' }));
  await expect(ask(request)).resolves.toBeNull();
  expect(alerts.get()).toBeNull();
  expect(said).toEqual(['Das lädt gerade nicht. Prüf deine Verbindung.']);
});
