import texts from '../locales/de.json';
import { createLocalReleases } from './release/local-releases';
import { runRelease } from './release/run-release';
import { readConfig, runProgram } from './startup';

runProgram(
  (commandArguments) => runRelease(commandArguments, createLocalReleases(readConfig), console),
  texts.releaseFailed,
);
