const { existsSync, readdirSync, writeFileSync } = require('node:fs');
const { join, sep } = require('node:path');

const DECLARATION_FILE = 'src/remote.ts';
const REMOTE_FOLDER_PATTERN = /^mf-[a-z0-9-]+$/;

/**
 * Returns the paths of the declarations of all remotes in the checkout, except the tested one. The list is empty for a
 * remote in a repository of its own.
 */
const otherDeclarationFiles = (testFile) => {
  const segments = testFile.split(sep);
  const remoteIndex = segments.findIndex((segment) => REMOTE_FOLDER_PATTERN.test(segment));
  if (remoteIndex === -1) return [];
  const checkout = segments.slice(0, remoteIndex).join(sep);
  return readdirSync(checkout)
    .filter((folder) => REMOTE_FOLDER_PATTERN.test(folder) && folder !== segments[remoteIndex])
    .map((folder) => join(checkout, folder, DECLARATION_FILE))
    .filter((file) => existsSync(file));
};

/**
 * Writes the result of the conformance suite into the file that `npm run conformance` has named. An ordinary test run
 * names no file.
 */
const writeSuiteResult = (result) => {
  const file = process.env.CONFORMANCE_RESULT;
  if (file !== undefined) writeFileSync(file, JSON.stringify(result));
};

module.exports = { otherDeclarationFiles, writeSuiteResult };
