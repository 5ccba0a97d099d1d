import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { inspectionStepsOf } from './inspect-remote';
import type { ConformanceOptions } from './inspect-remote';

export type { ConformanceOptions } from './inspect-remote';

interface Watchdog {
  /** Sets the name of the running step, which the watchdog prints if the step never ends. */
  setPlace(scenarioName: string): void;
  stop(): void;
}

interface WatchdogModule {
  startWatchdog(remote: string): Watchdog;
}

/** Declares the test suite that every remote must pass: `describeConformance(declaration, { scenarios })`. */
export const describeConformance = (declaration: RemoteDeclaration, conformanceOptions: ConformanceOptions): void => {
  describe(`${declaration.name} conforms`, () => {
    let watchdog: Watchdog | null = null;
    beforeAll(() => {
      // The watchdog needs Node. `requireActual` hides the watchdog from the bundler, which also bundles this file's
      // package for the page that runs a remote without the shell.
      watchdog = jest.requireActual<WatchdogModule>('./watchdog.cjs').startWatchdog(declaration.name);
    });
    afterAll(() => watchdog?.stop());

    for (const inspectionStep of inspectionStepsOf(declaration, conformanceOptions)) {
      it(inspectionStep.name, async () => {
        watchdog?.setPlace(inspectionStep.name);
        expect((await inspectionStep.inspect()).map(({ message }) => message)).toEqual([]);
      });
    }
  });
};
