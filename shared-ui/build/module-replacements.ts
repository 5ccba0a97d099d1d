import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { WorkspacePackage } from './workspace-package';

const Manifest = z.object({ replaces: z._default(z.record(z.string(), z.string()), {}) });

/**
 * Modules of packages that can't run under our Content-Security-Policy and the file of ours that takes their place:
 * `"replaces": { "leaflet/src/core/Browser.js": "./src/…" }` in a package.json.
 */
export const replacementsOf = ({ dir, root }: Pick<WorkspacePackage, 'dir' | 'root'>): Record<string, string> => {
  const { replaces } = Manifest.parse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  return Object.fromEntries(Object.entries(replaces).map(([module, file]) => [join(root, 'node_modules', module), join(dir, file)]));
};
