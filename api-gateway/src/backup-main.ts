import texts from '../locales/de.json';
import { runBackup } from './backup';
import { readConfig, runProgram } from './startup';

runProgram((commandArguments) => runBackup(commandArguments, readConfig, console), texts.backupFailed);
