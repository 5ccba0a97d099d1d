import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { inspectionOf } from './inspect-remote';
import type { ConformanceOptions } from './inspect-remote';

export type { ConformanceOptions } from './inspect-remote';

interface Watchdog {
  /** Sets the name of the running step, for the message. */
  setPlace(scenarioName: string): void;
  stop(): void;
}

interface WatchdogModule {
  startWatchdog(remote: string): Watchdog;
}

/** Declares the suite that every remote passes: `describeConformance(declaration, { scenarios })`. */
export const describeConformance = (declaration: RemoteDeclaration, options: ConformanceOptions): void => {
  describe(`${declaration.name} conforms`, () => {
    let watchdog: Watchdog | null = null;
    beforeAll(() => {
      // A module of Node: `requireActual` hides it from the bundler of the alone host's scenarios.
      watchdog = jest.requireActual<WatchdogModule>('./watchdog.cjs').startWatchdog(declaration.name);
    });
    afterAll(() => watchdog?.stop());

    for (const step of inspectionOf(declaration, options)) {
      it(step.name, async () => {
        watchdog?.setPlace(step.name);
        expect((await step.inspect()).map(({ message }) => message)).toEqual([]);
      });
    }
  });
};
