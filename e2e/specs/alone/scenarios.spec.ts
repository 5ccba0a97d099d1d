import { watchConsoleErrors } from '../../world/console-errors';
import { REMOTES } from '../../world/product';
import { expect, test as base } from '../../world/shared-test';
import type { RunningPreview } from './preview';
import { startPreview } from './preview';

const test = base.extend<{ readonly preview: typeof startPreview }>({
  preview: async ({ browserName: _any }, use) => {
    const startedPreviews: RunningPreview[] = [];
    await use(async (remote) => {
      const preview = await startPreview(remote);
      startedPreviews.push(preview);
      return preview;
    });
    for (const { stop } of startedPreviews) await stop();
  },
});

for (const remote of REMOTES) {
  test(`${remote} shows every scenario alone, with no other remote, shell or gateway there`, async ({
    page,
    context,
    preview,
  }) => {
    test.setTimeout(240_000);
    const consoleErrors = watchConsoleErrors(context);
    // One scenario shows a picture that can't be loaded, which prints an error. The test expects this error.
    consoleErrors.expect(/gibt-es-nicht/);
    const { url } = await preview(remote);
    const requestedPaths = new Set<string>();
    page.on('request', (request) => requestedPaths.add(new URL(request.url()).pathname));

    await page.goto(`${url}/?panel=open`);
    const scenarioNames = await page.getByRole('combobox', { name: 'Zustand' }).getByRole('option').allInnerTexts();
    expect(scenarioNames.length).toBeGreaterThan(0);
    for (const scenarioName of scenarioNames) {
      await test.step(scenarioName, async () => {
        await page.goto(`${url}/?panel=off&scenario=${encodeURIComponent(scenarioName)}`);
        await expect
          .poll(() => page.locator('body').ariaSnapshot(), { message: scenarioName, intervals: [50] })
          .not.toBe('');
        await expect(page.getByText('Die Ansicht ist abgestürzt.'), scenarioName).toHaveCount(0);
        await expect(page.getByText('Diese Ansicht gibt es hier nicht'), scenarioName).toHaveCount(0);
      });
    }
    expect([...requestedPaths].filter((path) => path.startsWith('/remotes/') || path.startsWith('/assets/'))).toEqual(
      [],
    );
    expect(consoleErrors.lines).toEqual([]);
  });
}
