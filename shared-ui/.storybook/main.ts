import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { StorybookConfig } from '@storybook/react-webpack5';
import { register } from 'tsx/cjs/api';
import type * as Stories from '../build/base-config';

const repositoryRoot = join(import.meta.dirname, '../..');

// Registers tsx, which loads the build presets: they are CommonJS modules in TypeScript, while Storybook loads this
// file as an ES module.
const unregisterTypeScript = register();
const buildPreset: typeof Stories = createRequire(import.meta.url)('../build/base-config.ts');
void unregisterTypeScript();

const storybookConfig: StorybookConfig = {
  framework: '@storybook/react-webpack5',
  stories: ['../src/ui/**/*.stories.tsx'],
  // Storybook sends no telemetry and makes no other network request.
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // Type checks and generated documentation are off: tsc already checks the types.
  typescript: { check: false, reactDocgen: false },
  features: { backgrounds: false },
  webpackFinal: (webpackConfig) => buildPreset.withProductRules(webpackConfig, repositoryRoot),
};

export default storybookConfig;
