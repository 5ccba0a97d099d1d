import texts from '../locales/de.json';
import { runRestore } from './restore';
import { readConfig, runProgram } from './startup';

runProgram((commandArguments) => runRestore(commandArguments, readConfig, console), texts.restoreFailed);
