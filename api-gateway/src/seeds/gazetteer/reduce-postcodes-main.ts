import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PostcodeExtract, reducePostcodes } from './reduce-postcodes';
import gazetteer from './towns.json';

// Program: `npx tsx reduce-postcodes-main.ts EXTRACT` reads GeoNames' file of postcodes and writes `postcodes.json`
// beside this program.
const [extractPath = ''] = process.argv.slice(2);
const postcodes = reducePostcodes(
  PostcodeExtract.parse(JSON.parse(readFileSync(extractPath, 'utf8'))),
  gazetteer.towns,
);
const reducedFile = {
  credit: '© GeoNames (geonames.org), CC BY 4.0',
  columns: 'country;code;name;latitude;longitude;admin',
  postcodes,
};
writeFileSync(resolve(import.meta.dirname, 'postcodes.json'), `${JSON.stringify(reducedFile, null, 2)}\n`);
