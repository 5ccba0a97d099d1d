import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { StorybookConfig } from '@storybook/react-webpack5';
import { register } from 'tsx/cjs/api';
import type * as Stories from '../build/base-config';

const root = join(import.meta.dirname, '../..');

// Storybook loads this file as an ES module; the presets of all builds are CommonJS, loaded by tsx.
const unregister = register();
const stories: typeof Stories = createRequire(import.meta.url)('../build/base-config.ts');
void unregister();

const config: StorybookConfig = {
  framework: '@storybook/react-webpack5',
  stories: ['../src/ui/**/*.stories.tsx'],
  // No telemetry and no network requests.
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // tsc checks the types, and our own colour schemes define the backgrounds.
  typescript: { check: false, reactDocgen: false },
  features: { backgrounds: false },
  webpackFinal: (webpackConfig) => stories.withHouseRules(webpackConfig, root),
};

export default config;
