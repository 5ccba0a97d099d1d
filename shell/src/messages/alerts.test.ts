import { createAlerts, createAsk } from './alerts';
import { createLazyModule } from '../loading/lazy-module';
import type { DialogModule } from '../loading/lazy-module';

const request = (title: string) => ({
  title,
  text: '',
  actions: [{ id: 'yes', label: 'Ja', tone: 'primary' as const }],
});

describe('the queue of alerts', () => {
  it('shows one alert at a time in the order they were asked', async () => {
    const alerts = createAlerts();
    const first = alerts.ask(request('Eins'));
    const second = alerts.ask(request('Zwei'));
    expect(alerts.get()?.request.title).toBe('Eins');
    alerts.answer(alerts.get()?.id ?? -1, 'yes');
    await expect(first).resolves.toBe('yes');
    expect(alerts.get()?.request.title).toBe('Zwei');
    alerts.answer(alerts.get()?.id ?? -1, null);
    await expect(second).resolves.toBeNull();
    expect(alerts.get()).toBeNull();
  });

  it('takes a second tap on the same button as no answer to the next alert', () => {
    const alerts = createAlerts();
    void alerts.ask(request('Eins'));
    void alerts.ask(request('Zwei'));
    const first = alerts.get()?.id ?? -1;
    alerts.answer(first, 'yes');
    alerts.answer(first, 'yes');
    expect(alerts.get()?.request.title).toBe('Zwei');
  });

  it('says what is newer about the same in its place, and gives both one answer', async () => {
    const alerts = createAlerts();
    const answers = [
      alerts.ask({ ...request('Eins'), about: 'cart' }),
      alerts.ask(request('Zwei')),
      alerts.ask({ ...request('Eins und drei'), about: 'cart' }),
    ];
    const { id } = alerts.get() ?? { id: -1 };
    expect(alerts.get()).toMatchObject({ raiseCount: 0, request: { title: 'Eins und drei' } });
    alerts.answer(id, 'yes');
    await expect(Promise.all([answers[0], answers[2]])).resolves.toEqual(['yes', 'yes']);
    expect(alerts.get()?.request.title).toBe('Zwei');
    const laterAlert = alerts.ask({ ...request('Vier'), about: 'cart' });
    alerts.answer(alerts.get()?.id ?? -1, null);
    expect(alerts.get()?.request.title).toBe('Vier');
    alerts.clear();
    await expect(laterAlert).resolves.toBeNull();
  });

  it('shows an alert through every choice until it is withdrawn', () => {
    const alerts = createAlerts();
    const choices: (string | null)[] = [];
    const withdraw = alerts.show(request('Eins'), (choice) => choices.push(choice));
    void alerts.ask(request('Zwei'));
    const { id } = alerts.get() ?? { id: -1 };
    alerts.answer(id, 'yes');
    alerts.answer(id, null);
    expect(choices).toEqual(['yes', null]);
    withdraw();
    expect(alerts.get()?.request.title).toBe('Zwei');
    withdraw();
    expect(alerts.get()?.request.title).toBe('Zwei');
  });

  it('withdraws a queued alert', () => {
    const alerts = createAlerts();
    void alerts.ask(request('Eins'));
    const withdraw = alerts.show(request('Zwei'), () => undefined);
    withdraw();
    expect(alerts.get()?.request.title).toBe('Eins');
    alerts.answer(alerts.get()?.id ?? -1, 'yes');
    expect(alerts.get()).toBeNull();
  });

  it('A06 dismisses all alerts of a departed user', async () => {
    const alerts = createAlerts();
    const answers = [alerts.ask(request('Eins')), alerts.ask(request('Zwei'))];
    alerts.show(request('Drei'), () => undefined);
    alerts.clear();
    expect(alerts.get()).toBeNull();
    await expect(Promise.all(answers)).resolves.toEqual([null, null]);
  });

  it('raises the visible alert, and keeps its answer', async () => {
    const alerts = createAlerts();
    alerts.raise();
    expect(alerts.get()).toBeNull();
    const answer = alerts.ask(request('Eins'));
    void alerts.ask(request('Zwei'));
    alerts.raise();
    expect(alerts.get()).toMatchObject({ raiseCount: 1, request: { title: 'Eins' } });
    alerts.answer(alerts.get()?.id ?? -1, 'yes');
    await expect(answer).resolves.toBe('yes');
    expect(alerts.get()).toMatchObject({ raiseCount: 0, request: { title: 'Zwei' } });
  });
});

describe('asking by an alert', () => {
  const start = (importPart: () => ReturnType<DialogModule['load']>) => {
    const alerts = createAlerts();
    const snackbarTexts: string[] = [];
    const askUser = createAsk({
      alerts,
      dialogModule: { ...createLazyModule(() => Promise.reject(new Error('not used'))), load: importPart },
      track: (work) => work,
      snackbar: ({ text }) => snackbarTexts.push(text),
    });
    return { alerts, said: snackbarTexts, ask: askUser };
  };

  it('asks once the dialog is loaded', async () => {
    const dialogs = await import('@mahlzeit/shared-ui/ui/dialog');
    const { alerts, ask, said } = start(() => Promise.resolve({ ok: true, value: dialogs }));
    const answer = ask(request('Abmelden?'));
    await Promise.resolve();
    await Promise.resolve();
    alerts.answer(alerts.get()?.id ?? -1, 'yes');
    await expect(answer).resolves.toBe('yes');
    expect(said).toEqual([]);
  });

  it("counts as dismissed, with an error, when the dialog can't be loaded", async () => {
    const { alerts, ask, said } = start(() => Promise.resolve({ ok: false, error: 'unavailable' }));
    await expect(ask(request('Abmelden?'))).resolves.toBeNull();
    expect(alerts.get()).toBeNull();
    expect(said).toEqual(['Das lädt gerade nicht. Prüf deine Verbindung.']);
  });
});
