import { createStoredText, parseStored } from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage } from '@mahlzeit/shared-ui/platform';
import * as z from '@mahlzeit/contract/zod';
import { TEST_SETTINGS_KEY } from './needs-test-tools';

/**
 * Fault of a remote that a tester simulates. `unavailable`: the gateway answers 503; `slow`: each load takes seconds;
 * `throws`: the remote's parts throw.
 */
export const SIMULATED_FAULTS = ['unavailable', 'slow', 'throws'] as const;
export type FaultKind = (typeof SIMULATED_FAULTS)[number];

/** Delays of requests in ms from which a tester can choose. */
export const LATENCY_CHOICES_MS = [0, 400, 1_000, 3_000] as const;

const TestSettings = z.object({
  /** Simulated faults by the name of the remote. */
  faults: z.record(z.string(), z.enum(SIMULATED_FAULTS)),
  /** Delay of each request in milliseconds. */
  latencyMs: z.number(),
  isPanelOpen: z.boolean(),
});

/** Settings of a tester for one tab. They are lost when the tab is closed. */
export type TestSettings = z.infer<typeof TestSettings>;

const defaultSettings: TestSettings = { faults: {}, latencyMs: 0, isPanelOpen: false };

/** Reads and writes the settings of this tab. */
export interface TestSettingsStore {
  read(): TestSettings;
  /** Stores the settings; the page applies them when it is loaded again. */
  write(settings: TestSettings): void;
}

/** Creates the object that reads and writes a tester's settings. Stored settings in an invalid form are ignored. */
export const createTestSettings = (storage: BrowserStorage): TestSettingsStore => {
  const storedSettings = createStoredText(storage, TEST_SETTINGS_KEY);
  return {
    read: () => TestSettings.safeParse(parseStored(storedSettings.read())).data ?? defaultSettings,
    write(settings) {
      const { faults, latencyMs, isPanelOpen } = settings;
      // If no setting differs from its default, the settings are removed, because a page without settings doesn't load
      // the tools for testers.
      if (Object.keys(faults).length === 0 && latencyMs === 0 && !isPanelOpen) storedSettings.remove();
      else storedSettings.write(JSON.stringify(settings));
    },
  };
};
