import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../world/product';
import { STOPS } from './stops';

const PICTURES_FOLDER = join(repositoryRoot, 'test-results/walk');

const pictureRowOf = (stopName: string): string => {
  const pictureFiles = readdirSync(join(PICTURES_FOLDER, stopName)).sort();
  return `<h2>${stopName}</h2><p>${pictureFiles.map((pictureFile) => `<a href="${stopName}/${pictureFile}"><img src="${stopName}/${pictureFile}" alt="${pictureFile}" title="${pictureFile}"></a>`).join('')}</p>`;
};

/** Writes one HTML page with all pictures of the walk. Each row shows one stop, that is, one photographed screen. */
export default (): void => {
  const stopsWithPictures = new Set(readdirSync(PICTURES_FOLDER));
  const pictureRows = STOPS.filter(({ name }) => stopsWithPictures.has(name)).map(({ name }) => pictureRowOf(name));
  const indexFile = join(PICTURES_FOLDER, 'index.html');
  writeFileSync(
    indexFile,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Walk</title><style>img{height:420px;margin:4px}</style>${pictureRows.join('')}</html>`,
  );
  console.log(`The pictures: ${indexFile}`);
};
