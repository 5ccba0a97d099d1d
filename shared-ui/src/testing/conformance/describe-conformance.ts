import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { inspectionOf } from './inspect-remote';
import type { ConformanceOptions } from './inspect-remote';

export type { ConformanceOptions } from './inspect-remote';

interface Watchdog {
  /** Says what runs now, for the message. */
  at(place: string): void;
  stop(): void;
}

interface WatchdogModule {
  startWatchdog(remote: string): Watchdog;
}

/** The suite that every remote passes: `describeConformance(declaration, { scenarios })`. */
export const describeConformance = (declaration: RemoteDeclaration, options: ConformanceOptions): void => {
  describe(`${declaration.name} conforms`, () => {
    let watchdog: Watchdog | null = null;
    beforeAll(() => {
      // Of Node, and so out of reach of what bundles the scenarios for the alone host.
      watchdog = jest.requireActual<WatchdogModule>('./watchdog.cjs').startWatchdog(declaration.name);
    });
    afterAll(() => watchdog?.stop());

    for (const step of inspectionOf(declaration, options)) {
      it(step.name, async () => {
        watchdog?.at(step.name);
        expect((await step.inspect()).map(({ message }) => message)).toEqual([]);
      });
    }
  });
};
