import { createAlerts, createAsk } from './alerts';
import { createLazyModule } from '../loading/lazy-module';
import type { DialogModule } from '../loading/lazy-module';

const alertRequest = (alertTitle: string) => ({
  title: alertTitle,
  text: '',
  actions: [{ id: 'yes', label: 'Ja', tone: 'primary' as const }],
});

describe('the queue of alerts', () => {
  it('shows one alert at a time in the order they were asked', async () => {
    const alerts = createAlerts();
    const firstAnswer = alerts.ask(alertRequest('Eins'));
    const secondAnswer = alerts.ask(alertRequest('Zwei'));
    expect(alerts.get()?.request.title).toBe('Eins');
    alerts.answer(alerts.get()?.id ?? -1, 'yes');
    await expect(firstAnswer).resolves.toBe('yes');
    expect(alerts.get()?.request.title).toBe('Zwei');
    alerts.answer(alerts.get()?.id ?? -1, null);
    await expect(secondAnswer).resolves.toBeNull();
    expect(alerts.get()).toBeNull();
  });

  it('takes a second tap on the same button as no answer to the next alert', () => {
    const alerts = createAlerts();
    void alerts.ask(alertRequest('Eins'));
    void alerts.ask(alertRequest('Zwei'));
    const firstAlertId = alerts.get()?.id ?? -1;
    alerts.answer(firstAlertId, 'yes');
    alerts.answer(firstAlertId, 'yes');
    expect(alerts.get()?.request.title).toBe('Zwei');
  });

  it('says what is newer about the same in its place, and gives both one answer', async () => {
    const alerts = createAlerts();
    const alertAnswers = [
      alerts.ask({ ...alertRequest('Eins'), about: 'cart' }),
      alerts.ask(alertRequest('Zwei')),
      alerts.ask({ ...alertRequest('Eins und drei'), about: 'cart' }),
    ];
    const { id } = alerts.get() ?? { id: -1 };
    expect(alerts.get()).toMatchObject({ raiseCount: 0, request: { title: 'Eins und drei' } });
    alerts.answer(id, 'yes');
    await expect(Promise.all([alertAnswers[0], alertAnswers[2]])).resolves.toEqual(['yes', 'yes']);
    expect(alerts.get()?.request.title).toBe('Zwei');
    const laterAnswer = alerts.ask({ ...alertRequest('Vier'), about: 'cart' });
    alerts.answer(alerts.get()?.id ?? -1, null);
    expect(alerts.get()?.request.title).toBe('Vier');
    alerts.clear();
    await expect(laterAnswer).resolves.toBeNull();
  });

  it('shows an alert through every choice until it is withdrawn', () => {
    const alerts = createAlerts();
    const choices: (string | null)[] = [];
    const withdrawAlert = alerts.show(alertRequest('Eins'), (choice) => choices.push(choice));
    void alerts.ask(alertRequest('Zwei'));
    const { id } = alerts.get() ?? { id: -1 };
    alerts.answer(id, 'yes');
    alerts.answer(id, null);
    expect(choices).toEqual(['yes', null]);
    withdrawAlert();
    expect(alerts.get()?.request.title).toBe('Zwei');
    withdrawAlert();
    expect(alerts.get()?.request.title).toBe('Zwei');
  });

  it('withdraws a queued alert', () => {
    const alerts = createAlerts();
    void alerts.ask(alertRequest('Eins'));
    const withdrawAlert = alerts.show(alertRequest('Zwei'), () => undefined);
    withdrawAlert();
    expect(alerts.get()?.request.title).toBe('Eins');
    alerts.answer(alerts.get()?.id ?? -1, 'yes');
    expect(alerts.get()).toBeNull();
  });

  it('A06 dismisses all alerts of a departed user', async () => {
    const alerts = createAlerts();
    const alertAnswers = [alerts.ask(alertRequest('Eins')), alerts.ask(alertRequest('Zwei'))];
    alerts.show(alertRequest('Drei'), () => undefined);
    alerts.clear();
    expect(alerts.get()).toBeNull();
    await expect(Promise.all(alertAnswers)).resolves.toEqual([null, null]);
  });

  it('raises the visible alert, and keeps its answer', async () => {
    const alerts = createAlerts();
    alerts.raise();
    expect(alerts.get()).toBeNull();
    const alertAnswer = alerts.ask(alertRequest('Eins'));
    void alerts.ask(alertRequest('Zwei'));
    alerts.raise();
    expect(alerts.get()).toMatchObject({ raiseCount: 1, request: { title: 'Eins' } });
    alerts.answer(alerts.get()?.id ?? -1, 'yes');
    await expect(alertAnswer).resolves.toBe('yes');
    expect(alerts.get()).toMatchObject({ raiseCount: 0, request: { title: 'Zwei' } });
  });
});

describe('asking by an alert', () => {
  const createTestAsk = (loadDialogs: () => ReturnType<DialogModule['load']>) => {
    const alerts = createAlerts();
    const snackbarTexts: string[] = [];
    const askUser = createAsk({
      alerts,
      dialogModule: { ...createLazyModule(() => Promise.reject(new Error('not used'))), load: loadDialogs },
      track: (work) => work,
      snackbar: ({ text }) => snackbarTexts.push(text),
    });
    return { alerts, said: snackbarTexts, ask: askUser };
  };

  it('asks once the dialog is loaded', async () => {
    const dialogs = await import('@mahlzeit/shared-ui/ui/dialog');
    const { alerts, ask, said } = createTestAsk(() => Promise.resolve({ ok: true, value: dialogs }));
    const alertAnswer = ask(alertRequest('Abmelden?'));
    await Promise.resolve();
    await Promise.resolve();
    alerts.answer(alerts.get()?.id ?? -1, 'yes');
    await expect(alertAnswer).resolves.toBe('yes');
    expect(said).toEqual([]);
  });

  it("counts as dismissed, with an error, when the dialog can't be loaded", async () => {
    const { alerts, ask, said } = createTestAsk(() => Promise.resolve({ ok: false, error: 'unavailable' }));
    await expect(ask(alertRequest('Abmelden?'))).resolves.toBeNull();
    expect(alerts.get()).toBeNull();
    expect(said).toEqual(['Das kommt gerade nicht. Versuch es gleich noch einmal.']);
  });
});
