import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../world/product';
import { STOPS } from './stops';

const PICTURES_FOLDER = join(repositoryRoot, 'test-results/walk');

const rowOf = (name: string): string => {
  const pictures = readdirSync(join(PICTURES_FOLDER, name)).sort();
  return `<h2>${name}</h2><p>${pictures.map((file) => `<a href="${name}/${file}"><img src="${name}/${file}" alt="${file}" title="${file}"></a>`).join('')}</p>`;
};

/** Writes one page with all pictures of the walk, one row for each stop. */
export default (): void => {
  const pictureNames = new Set(readdirSync(PICTURES_FOLDER));
  const rows = STOPS.filter(({ name }) => pictureNames.has(name)).map(({ name }) => rowOf(name));
  const file = join(PICTURES_FOLDER, 'index.html');
  writeFileSync(
    file,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Walk</title><style>img{height:420px;margin:4px}</style>${rows.join('')}</html>`,
  );
  console.log(`The pictures: ${file}`);
};
