import texts from '../locales/de.json';
import { runSecrets } from './secrets';
import { readConfig, runProgram } from './startup';

runProgram((commandArguments) => runSecrets(commandArguments, readConfig, console), texts.secretsFailed);
