import texts from '../locales/de.json';
import { runRelease } from './release/run-release';
import { readConfig, runProgram } from './startup';

runProgram((commandArguments) => runRelease(commandArguments, readConfig, console), texts.releaseFailed);
