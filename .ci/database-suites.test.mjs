import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { POSTGRES_SUITES, SQLITE_SUITES } from './database-suites.mjs';

const gatewayFolder = fileURLToPath(new URL('../api-gateway', import.meta.url));

test('each suite of a single engine exists and has one engine', () => {
  const suites = [...Object.keys(SQLITE_SUITES), ...Object.keys(POSTGRES_SUITES)];
  assert.deepEqual(
    suites.filter((suite) => !existsSync(`${gatewayFolder}/${suite}`)),
    [],
  );
  assert.equal(new Set(suites).size, suites.length);
});
