import { fileURLToPath } from 'node:url';
import { buildChanged } from '../../api-gateway/bin/build-changed.mjs';

await buildChanged(fileURLToPath(new URL('../..', import.meta.url)));
