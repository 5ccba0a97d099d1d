import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Each place of texts with the code that shows them. */
const PLACES = [
  { texts: 'api-gateway/locales/de.json', code: 'api-gateway/src' },
  { texts: 'api-gateway/sandbox/locales/de.json', code: 'api-gateway/sandbox/src' },
  { texts: 'shell/locales/de.json', code: 'shell/src' },
  { texts: 'shell/src/deferred/locales/de.json', code: 'shell/src/deferred' },
  { texts: 'shared-ui/src/platform/locales/de.json', code: 'shared-ui/src/platform' },
  { texts: 'shared-ui/src/ui/locales/de.json', code: 'shared-ui/src/ui' },
  ...['discovery', 'social', 'ordering', 'account'].map((name) => ({ texts: `mf-${name}/locales/de.json`, code: `mf-${name}/src` })),
];

const filesBelow = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(name) && !/\.(test|stories)\.tsx?$/.test(name) ? [path] : [];
  });

const withoutPlural = (key) => key.replace(/_(zero|one|two|few|many|other)$/, '');

/** A key counts as used when it stands in the code as a whole string, as a property, or behind a template's fixed beginning. */
const isUsed = (key, code) => {
  const base = withoutPlural(key);
  if ([`'${base}'`, `"${base}"`, `\`${base}\``].some((literal) => code.includes(literal))) return true;
  if (new RegExp(`\\.${base}\\b|^ +${base}: `, 'm').test(code)) return true;
  const stem = /^([A-Za-z]+_)/.exec(base)?.[1];
  return stem !== undefined && code.includes(`\`${stem}\${`);
};

/** Names that read the same as their key. */
const PROPER_NAMES = new Set(['PayPal']);

const looksLikeRawKey = (key, text) => text === key && /[a-z][A-Z]|_/.test(text) && !PROPER_NAMES.has(text);

const problems = [];
for (const { texts, code } of PLACES) {
  if (!existsSync(join(root, texts))) continue;
  const table = JSON.parse(readFileSync(join(root, texts), 'utf8'));
  const codes = code === 'shared-ui/src/platform' ? ['api-gateway/contract/src/errors.ts'] : [];
  const source = [...filesBelow(join(root, code)), ...codes.map((file) => join(root, file))].map((file) => readFileSync(file, 'utf8')).join('\n');
  for (const [key, text] of Object.entries(table)) {
    if (typeof text !== 'string' || text.trim() === '') problems.push(`${texts}: ${key} is empty`);
    else if (looksLikeRawKey(key, text)) problems.push(`${texts}: ${key} is its own key, not a German text`);
    if (!isUsed(key, source)) problems.push(`${texts}: ${key} is never shown by ${code}; delete it`);
  }
  for (const key of Object.keys(table).filter((name) => name.endsWith('_one'))) if (!(`${withoutPlural(key)}_other` in table)) problems.push(`${texts}: ${key} lacks its plural _other`);
  for (const file of filesBelow(join(root, code)))
    for (const [, raw] of readFileSync(file, 'utf8').matchAll(/>([^<>{}=;()]*[A-Za-zÄÖÜäöüß]{3,}[^<>{}=;()]*)<\//g))
      if (/^[\sA-ZÄÖÜ][\wäöüßÄÖÜ ,.–„“!?-]+$/.test(raw.trim())) problems.push(`${relative(root, file)}: text „${raw.trim()}“ belongs into ${texts}`);
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
