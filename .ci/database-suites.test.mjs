import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LONG_POSTGRES_SUITES, POSTGRES_SUITES, SQLITE_SUITES } from './database-suites.mjs';

const gatewayFolder = fileURLToPath(new URL('../api-gateway', import.meta.url));

test('each suite of a list exists and is in one list', () => {
  const suites = [SQLITE_SUITES, POSTGRES_SUITES, LONG_POSTGRES_SUITES].flatMap(Object.keys);
  assert.deepEqual(
    suites.filter((suite) => !existsSync(`${gatewayFolder}/${suite}`)),
    [],
  );
  assert.equal(new Set(suites).size, suites.length);
});
