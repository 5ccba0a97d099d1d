import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../world/product';
import { STOPS } from './stops';

const SCREENSHOTS_FOLDER = join(repositoryRoot, 'test-results/walk');

const screenshotRowOf = (stopName: string): string => {
  const screenshotFiles = readdirSync(join(SCREENSHOTS_FOLDER, stopName)).sort();
  return `<h2>${stopName}</h2><p>${screenshotFiles.map((screenshotFile) => `<a href="${stopName}/${screenshotFile}"><img src="${stopName}/${screenshotFile}" alt="${screenshotFile}" title="${screenshotFile}"></a>`).join('')}</p>`;
};

/** Writes one HTML page with all screenshots of the walk. Each row shows one stop, that is, one photographed screen. */
export default (): void => {
  const stopsWithScreenshots = new Set(readdirSync(SCREENSHOTS_FOLDER));
  const screenshotRows = STOPS.filter(({ name }) => stopsWithScreenshots.has(name)).map(({ name }) =>
    screenshotRowOf(name),
  );
  const indexFile = join(SCREENSHOTS_FOLDER, 'index.html');
  writeFileSync(
    indexFile,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Walk</title><style>img{height:420px;margin:4px}</style>${screenshotRows.join('')}</html>`,
  );
  console.log(`The screenshots: ${indexFile}`);
};
